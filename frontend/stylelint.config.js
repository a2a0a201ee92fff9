const SIZE = [/var\(--text-/, /^[\d.]+em$/, "inherit"];

export default {
  extends: ["stylelint-config-standard"],
  rules: {
    "alpha-value-notation": "number",
    "declaration-empty-line-before": null,
    "import-notation": "string",
    "media-feature-range-notation": "prefix",
    "no-descending-specificity": null,
    // Safari on an iPad knows these two under this name alone.
    "property-no-vendor-prefix": [
      true,
      { ignoreProperties: [/-webkit-(text-size-adjust|user-select)/] },
    ],
    "selector-pseudo-class-no-unknown": [true, { ignorePseudoClasses: ["global"] }],
  },
  overrides: [
    {
      files: ["**/*.svelte", "src/theme.css"],
      rules: {
        "color-named": "never",
        "color-no-hex": [true, { message: "Name a token of src/tokens.css." }],
        "function-disallowed-list": [["rgb", "rgba", "hsl", "hsla", "oklch", "lab"]],
        "declaration-property-value-allowed-list": {
          "/radius$/": [/^(var\(--radius[a-z-]*\)|0|50%|[\d.]+em)( |$)/],
        },
      },
    },
    {
      files: ["**/*.svelte"],
      customSyntax: "postcss-html",
      rules: {
        "declaration-property-value-allowed-list": {
          "font-size": [...SIZE, /^calc\(/],
          font: [...SIZE, /^\d+ (calc|[\d.]+(em|px))/],
          "/radius$/": [/^(var\(--radius[a-z-]*\)|0|50%|[\d.]+em)( |$)/],
        },
      },
    },
  ],
};
