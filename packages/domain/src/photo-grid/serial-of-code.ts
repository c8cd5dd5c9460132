import { cleanLine } from '../text.ts'

/** A serial number has up to 40 characters. */
const plain = /^[A-Za-z0-9](?:[A-Za-z0-9._/-]{2,38}[A-Za-z0-9])$/
const keyed =
  /(?:^|[^A-Za-z])(?:S\/?N|serial(?:[ _-]?(?:no|number|nr))?\.?)["']?\s*[:=#]?\s*["']?([A-Za-z0-9][A-Za-z0-9._-]{3,39})/i

/**
 * The serial number that a code on a label holds: alone, behind a key (`SN:`), in an address; undefined: none.
 * @param text what the code says
 */
export function serialOfCode(text: string): string | undefined {
  const line = cleanLine(text, 300)
  if (plain.test(line) && !line.includes('/')) return line
  const named = keyed.exec(line)?.[1]
  if (named !== undefined) return named.replace(/[._-]+$/, '')
  if (/^https?:\/\//i.test(line)) {
    const last =
      line
        .replace(/[?#].*$/, '')
        .replace(/\/+$/, '')
        .split('/')
        .at(-1) ?? ''
    return /\d{4}/.test(last) && plain.test(last) ? last : undefined
  }
  return plain.test(line) ? line : undefined
}
