import { svelte } from "@sveltejs/vite-plugin-svelte";
import { existsSync } from "node:fs";
import { defineConfig } from "vite";
import { chineseFonts } from "./chinese_fonts.ts";

// One page for each kind of screen; a page that is not written yet is left out.
const pages = [
  "start",
  "terminal",
  "console",
  "pit",
  "display",
  "wall",
  "sign-in",
  "set-up",
  "enrol",
  "lab",
  "reports",
]
  .map((screen) => `${screen}.html`)
  .filter((page) => existsSync(new URL(page, import.meta.url)));

export default defineConfig({
  base: "/static/",
  plugins: [svelte(), chineseFonts("node_modules/.chinese")],
  build: {
    outDir: "../src/punto/web/static",
    emptyOutDir: true,
    // The server's policy allows no inline code, so nothing may be inlined as data either.
    assetsInlineLimit: 0,
    target: "es2022",
    // Plugin timings are of no interest to a person who starts the server.
    rollupOptions: { input: pages, checks: { bundlerTimings: false } },
  },
});
