/** The limit per registration (contract, MOST_REGISTRATIONS). */
export const MOST_SERIALS = 30

/** The serial numbers in a file: of a table only what looks like one, of a plain list everything. */
export function readSerialFile(text: string): readonly string[] {
  const found = readSerials(text).filter(isLoggerSerial)
  return found.length > 0 ? found : readSerials(text)
}

/** The serial number that a code on a label holds: alone, in an address, or beside a key; undefined: none. */
export const readSerialOfCode = (code: string): string | undefined => code.match(/(?<!\d)\d{8,10}(?!\d)/)?.[0]

/** The serial number that a code on any device's label holds: letters and digits, with at least one digit. */
export const readAnySerialOfCode = (code: string): string | undefined =>
  readSerials(code).find((word) => /^(?=.*\d)[\w./-]{6,40}$/.test(word))

const isLoggerSerial = (word: string): boolean => /^\d{8,10}$/.test(word)

/** Serial numbers from pasted text: a list, a table's column, labels with `SN:` before them. Each once. */
export function readSerials(text: string): readonly string[] {
  const words = text
    .replace(/\b(S\/?N|serial(?:\s+(?:no\.?|number))?)\s*[:#=]?\s*/gi, ' ')
    .split(/[\s,;|，；、"'\ufeff]+/u)
    .filter(Boolean)
  return [...new Set(words)]
}
