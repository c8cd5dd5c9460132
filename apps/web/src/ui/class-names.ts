/** Joins the names that are there: `cx('card', isOpen && 'card-open')`. */
export const cx = (...names: readonly (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
