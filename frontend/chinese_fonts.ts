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
const LICENSED = ["@fontsource/noto-sans-sc", "@fontsource/noto-serif-sc", "@fontsource/marcellus", "@fontsource-variable/inter"];

/** Every Chinese character that a page may have to show of its own accord, in order. */
export function charactersInUse(): string {
  const found = new Set<string>();
  for (const [folder, ending] of TEXTS) {
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf-8" })) {
      if (ending.test(name)) for (const each of readFileSync(join(folder, name), "utf-8").match(CHINESE) ?? []) found.add(each);
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
        const whole = readFileSync(needs.resolve(`@fontsource/${face.package}/files/${face.package}-chinese-simplified-${face.weight}-normal.woff2`));
        for (const [part, text] of [["words", used], ["button", BUTTON]] as const) {
          const name = `chinese-${part}-${face.package}-${face.weight}.woff2`;
          writeFileSync(join(folder, name), await subsetFont(whole, text, { targetFormat: "woff2" }));
          rules.push(rule(face, name, text));
        }
      }
      writeFileSync(join(folder, "chinese.css"), rules.join("\n"));
    },
    generateBundle() {
      for (const name of LICENSED) {
        const source = readFileSync(here(`node_modules/${name}/LICENSE`), "utf-8");
        this.emitFile({ type: "asset", fileName: `licences/${name.replace(/^.*\//, "")}.txt`, source });
      }
    },
  };
}

/** Of two faces with the same character a browser takes the one that is named last. */
function rule(face: Face, file: string, text: string): string {
  const range = text === BUTTON ? [...text].map((each) => `U+${each.codePointAt(0)?.toString(16)}`).join(", ") : RANGE;
  return `@font-face { font-family: "${face.family}"; font-style: normal; font-display: swap; font-weight: ${face.weight};
  src: url("./${file}") format("woff2"); unicode-range: ${range}; }`;
}
