/** Joins the class names that are set: `cx(styles.card, isOpen && styles.cardOpen)`. */
export const cx = (...names: readonly (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')

/** The class of one of several looks in a sheet: `lookOf(styles, 'notice', 'warn')` is `styles.noticeWarn`. */
export const lookOf = (sheet: CSSModuleClasses, base: string, look: string): string | undefined =>
  sheet[`${base}-${look}`.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())]
