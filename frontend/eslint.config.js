import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

// svelte-check knows the types of a component; here they would take longer than all other rules.
export default defineConfig(
  globalIgnores(["src/wire.ts"]),
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      "no-restricted-syntax": [
        "error",
        {
          selector: "SwitchCase[test=null]",
          message: "Name every case, so that the compiler finds the one that is added later.",
        },
      ],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
      ],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", name: "test", package: "node:test" }] },
      ],
      // A space between two words is written as {" "} where lines are broken around it.
      "svelte/no-useless-mustaches": "off",
      // Values that never change in place are replaced as a whole.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["**/*.svelte"],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: {
      parserOptions: { projectService: false, parser: ts.parser, svelteConfig },
    },
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "SwitchStatement",
          message: "Switch in a .ts file, where all cases are checked.",
        },
      ],
    },
  },
  {
    files: ["**/*.svelte.ts"],
    languageOptions: { parser: ts.parser },
  },
  { files: ["**/*.js"], extends: [ts.configs.disableTypeChecked] },
);
