/** Fonts for the Chinese words of the pages: as much of Noto as the words in this tree use, and no more. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Everything with words on a screen: the pages, the names of games and bets, and the pages without a program. */
const TEXTS: [folder: string, ending: RegExp][] = [
  [here("src"), /\.(ts|svelte)$/],
  [here("../src/punto/rules/games"), /\.toml$/],
  [here("../src/punto/web/http"), /\.py$/],
];
/** Han characters and the punctuation that belongs to them. */
const RANGE = "U+3000-303f, U+3400-9fff, U+ff00-ffef";
const CHINESE = /[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]/g;
/** On the button of every English page; they have a small file of their own, so that it loads nothing else. */
const BUTTON = "中文";

interface Face {
  family: string;
  package: string;
  weight: number;
}

const FACES: Face[] = [
  { family: "Punto Sans SC", package: "noto-sans-sc", weight: 400 },
  { family: "Punto Sans SC", package: "noto-sans-sc", weight: 700 },
  { family: "Punto Serif SC", package: "noto-serif-sc", weight: 400 },
];
const LICENSED = [
  "@fontsource/noto-sans-sc",
  "@fontsource/noto-serif-sc",
  "@fontsource/marcellus",
  "@fontsource-variable/inter",
];

/** Every Chinese character that a page may have to show of its own accord, in order. */
export function charactersInUse(): string {
  const found = new Set<string>();
  for (const [folder, ending] of TEXTS) {
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf-8" })) {
      if (ending.test(name))
        for (const each of readFileSync(join(folder, name), "utf-8").match(CHINESE) ?? [])
          found.add(each);
    }
  }
  return [...found].sort().join("");
}

/** Writes the fonts and a style sheet that names them into a folder, which the style of all pages imports. */
export function chineseFonts(folder: string): Plugin {
  const needs = createRequire(import.meta.url);
  return {
    name: "chinese-fonts",
    async buildStart() {
      mkdirSync(folder, { recursive: true });
      const used = charactersInUse();
      const rules: string[] = [];
      for (const face of FACES) {
        const file = (part: string) =>
          readFileSync(
            needs.resolve(
              `@fontsource/${face.package}/files/${face.package}-${part}-${face.weight}-normal.woff2`,
            ),
          );
        const cut = async (part: string, text: string, from: string, range: string) => {
          const name = `chinese-${part}-${face.package}-${face.weight}.woff2`;
          writeFileSync(
            join(folder, name),
            await subsetFont(file(from), text, { targetFormat: "woff2" }),
          );
          rules.push(rule(face, name, range));
        };
        await cut("words", used, "chinese-simplified", RANGE);
        await cut("button", BUTTON, "chinese-simplified", rangeOf(BUTTON));
        // A few characters that dialects use are in other parts of the font.
        const there = codePointsOf(
          await subsetFont(file("chinese-simplified"), used, { targetFormat: "sfnt" }),
        );
        const slices = JSON.parse(
          readFileSync(needs.resolve(`@fontsource/${face.package}/unicode.json`), "utf-8"),
        ) as Record<string, string>;
        for (const rare of [...used].filter((each) => !there.has(each.codePointAt(0) ?? 0))) {
          const code = rare.codePointAt(0) ?? 0;
          const slice = Object.keys(slices).find((key) => isWithin(code, slices[key] ?? ""));
          if (slice === undefined) throw new Error(`no glyph for ${rare} in ${face.package}`);
          await cut(`u${code.toString(16)}`, rare, slice.replace(/[[\]]/g, ""), rangeOf(rare));
        }
      }
      writeFileSync(join(folder, "chinese.css"), rules.join("\n"));
    },
    generateBundle() {
      for (const name of LICENSED) {
        const source = readFileSync(here(`node_modules/${name}/LICENSE`), "utf-8");
        this.emitFile({
          type: "asset",
          fileName: `licences/${name.replace(/^.*\//, "")}.txt`,
          source,
        });
      }
    },
  };
}

/** Of two faces with the same character a browser takes the one that is named last. */
function rule(face: Face, file: string, range: string): string {
  return `@font-face { font-family: "${face.family}"; font-style: normal; font-display: swap; font-weight: ${face.weight};
  src: url("./${file}") format("woff2"); unicode-range: ${range}; }`;
}

function rangeOf(text: string): string {
  return [...text].map((each) => `U+${each.codePointAt(0)?.toString(16)}`).join(", ");
}

function isWithin(code: number, ranges: string): boolean {
  return ranges.split(",").some((range) => {
    const [first, last] = range
      .trim()
      .slice(2)
      .split("-")
      .map((each) => Number.parseInt(each, 16));
    return first !== undefined && first <= code && code <= (last ?? first);
  });
}

/** The characters that a font has a glyph for, by its table of them (formats 4 and 12). */
function codePointsOf(font: Buffer): Set<number> {
  const found = new Set<number>();
  const records = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index);
  const record = records.find((at) => font.toString("latin1", at, at + 4) === "cmap");
  if (record === undefined) throw new Error("a font without a table of characters");
  const cmap = font.readUInt32BE(record + 8);
  for (let index = 0; index < font.readUInt16BE(cmap + 2); index += 1) {
    const at = cmap + font.readUInt32BE(cmap + 8 + 8 * index);
    const format = font.readUInt16BE(at);
    if (format === 12) {
      for (let group = 0; group < font.readUInt32BE(at + 12); group += 1) {
        const [first, last] = [
          font.readUInt32BE(at + 16 + 12 * group),
          font.readUInt32BE(at + 20 + 12 * group),
        ];
        for (let code = first; code <= last; code += 1) found.add(code);
      }
    } else if (format === 4) {
      const size = font.readUInt16BE(at + 6);
      for (let segment = 0; segment < size; segment += 2) {
        const [last, first] = [
          font.readUInt16BE(at + 14 + segment),
          font.readUInt16BE(at + 16 + size + segment),
        ];
        const [delta, where] = [
          font.readUInt16BE(at + 16 + 2 * size + segment),
          at + 16 + 3 * size + segment,
        ];
        const offset = font.readUInt16BE(where);
        for (let code = first; code <= last && code < 0xffff; code += 1) {
          const glyph =
            offset === 0
              ? (code + delta) & 0xffff
              : font.readUInt16BE(where + offset + 2 * (code - first));
          if (glyph !== 0) found.add(code);
        }
      }
    }
  }
  return found;
}
