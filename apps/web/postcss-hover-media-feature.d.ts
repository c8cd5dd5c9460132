declare module 'postcss-hover-media-feature' {
  /** Puts rules for `:hover` into `@media (hover: hover)`. */
  const hoverMedia: () => { postcssPlugin: string }
  export = hoverMedia
}
