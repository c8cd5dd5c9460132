import type { RegisterItem } from './register-map.ts'

const bytesOf = (words: readonly number[]): readonly number[] => words.flatMap((word) => [word >> 8, word & 0xff])

/** Printable characters, two per word, high byte first; null for none. */
export function readAscii(words: readonly number[]): string | null {
  const text = bytesOf(words)
    .filter((byte) => byte >= 0x20 && byte < 0x7f)
    .map((byte) => String.fromCharCode(byte))
    .join('')
    .trim()
  return text === '' ? null : text
}

/** Four digits per word: 0x1234 is 1.2.3.4. */
export function readVersion(words: readonly number[], form: NonNullable<RegisterItem['version']>): string | null {
  const { radix, digitSeparator = '', wordSeparator = '-', remove } = form
  if (words.every((word) => word === 0)) return null
  const text = words
    .map((word) =>
      [12, 8, 4, 0].map((shift) => ((word >> shift) & 15).toString(radix).toUpperCase()).join(digitSeparator),
    )
    .join(wordSeparator)
  return remove === undefined || remove === '' ? text : text.replaceAll(remove, '')
}

/** `2026-11-28 22:15:00` by the device's own clock; null for no date. */
export function readDateTime(words: readonly number[], form: NonNullable<RegisterItem['datetime']>): string | null {
  const parts = form === 'packed-bytes' ? bytesOf(words) : words
  if (parts.length < 6) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
  const sound = year < 100 && month >= 1 && month <= 12 && day >= 1 && day <= 31
  if (!sound || hour > 23 || minute > 59 || second > 59) return null
  const [m, d, h, min, s] = [month, day, hour, minute, second].map((part) => String(part).padStart(2, '0'))
  return `${2000 + year}-${m}-${d} ${h}:${min}:${s}`
}

/** `07:30`; null for no time of a day. */
export function readClockTime(words: readonly number[], form: NonNullable<RegisterItem['timeofday']>): string | null {
  const { split, digits, hoursIn, asciiOffset = 0 } = form
  const raw = (words[0] ?? 0) - asciiOffset
  const [upper, lower] = [Math.floor(raw / split), ((raw % split) + split) % split]
  const [first, second] = hoursIn === 'low' ? [lower, upper] : [upper, lower]
  const digit = (part: number): number => (digits === 'hex' ? (part >> 4) * 10 + (part & 15) : part)
  const [hours, minutes] = [digit(first), digit(second)]
  if (hours < 0 || hours > 24 || minutes < 0 || minutes > 59) return null
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
