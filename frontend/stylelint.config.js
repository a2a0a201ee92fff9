export default {
  extends: ["stylelint-config-standard"],
  overrides: [{ files: ["**/*.svelte"], customSyntax: "postcss-html" }],
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
};
