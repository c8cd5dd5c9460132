/** The limit per registration (contract, MOST_REGISTRATIONS). */
export const MOST_SERIALS = 30

/** Serial numbers from pasted text: a list, a table's column, labels with `SN:` before them. Each once. */
export function readSerials(text: string): readonly string[] {
  const words = text
    .replace(/\b(S\/?N|serial(?:\s+(?:no\.?|number))?)\s*[:#=]?\s*/gi, ' ')
    .split(/[\s,;|，；、"']+/u)
    .filter(Boolean)
  return [...new Set(words)]
}
