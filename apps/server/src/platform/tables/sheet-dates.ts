import { DAY_MS } from '@heliograph/domain/duration.ts'

/** Formats of Excel itself that show a date or a time, by their number. */
const builtIn: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]

/** Whether a number in this format is shown as a date or a time. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtIn.some(([from, to]) => id >= from && id <= to)
  // Without colors, languages, texts and escaped letters; elapsed hours stand in brackets, too.
  const bare = code
    .replace(/"[^"]*"?/g, '')
    .replace(/[\\_*]./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]?/gi, '')
  return !/general/i.test(bare) && /[dmyhs]/i.test(bare)
}

const LAST_DAY = 2_958_466
const EPOCH_1900_MS = Date.UTC(1899, 11, 30)
const EPOCH_1904_MS = Date.UTC(1904, 0, 1)

/** `2026-03-01T12:00:00` of a day's number; undefined outside of what a sheet can show. */
export function toDateText(serial: number, is1904: boolean): string | undefined {
  if (!(serial >= 0 && serial < LAST_DAY)) return undefined
  // The last digits of a fraction are noise: a quarter of an hour would be a second short.
  const ms = Math.round((serial * DAY_MS) / 1_000) * 1_000
  const day = Math.floor(ms / DAY_MS)
  if (day !== lastDay.day || is1904 !== lastDay.is1904) {
    const text = new Date((is1904 ? EPOCH_1904_MS : EPOCH_1900_MS) + day * DAY_MS).toISOString().slice(0, 11)
    lastDay = { day, is1904, text }
  }
  const second = (ms - day * DAY_MS) / 1_000
  return `${lastDay.text}${two(second / 3_600)}:${two((second / 60) % 60)}:${two(second % 60)}`
}

/** Rows of the same day follow each other. */
let lastDay = { day: Number.NaN, is1904: false, text: '' }
const two = (value: number): string => `${value < 10 ? '0' : ''}${Math.floor(value)}`
