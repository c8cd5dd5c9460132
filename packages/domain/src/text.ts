/**
 * Characters without a visible glyph: control and direction marks, fillers, variation selectors, Braille without dots.
 */
const unseen = /(?![\s\u0085])[\p{C}\p{Default_Ignorable_Code_Point}\u2800]|\ufeff/gu
/** White space of any kind; U+0085 is the line end that `\s` leaves out. */
const gap = /[\s\u0085]+/gu

/**
 * One line without invisible characters: gaps become single spaces. Invisible characters could let a name imitate
 * another, or bring NUL into the database.
 * @param most characters (UTF-16 units) that are kept
 */
export function cleanLine(text: string, most = Number.POSITIVE_INFINITY): string {
  const line = text.replace(unseen, '').replace(gap, ' ').normalize('NFC').trim()
  if (line.length <= most) return line
  // Half of a pair is no character.
  return line
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
}

/**
 * Lines of text without invisible characters, each as `cleanLine` leaves it, with at most one empty line in a row.
 * @param most characters (UTF-16 units) that are kept
 */
export const cleanText = (text: string, most: number): string =>
  text
    .slice(0, 4 * most)
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => cleanLine(line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
