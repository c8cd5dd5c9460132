import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { offsetMinutes } from '@heliograph/domain/time.ts'

export type TimeStyle = Readonly<{
  heads: readonly string[]
  about: string
  /** Whether the doubled hour of autumn can be told apart. */
  isExact: boolean
  write: (atMs: number, endMs: number) => readonly string[]
}>

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0')
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const styles = [
  ...['iso', 'isoT', 'dot', 'slash', 'us', 'short', 'compact', 'named', 'epochS', 'epochMs', 'offset', 'apart'],
  ...['fromUntil', 'span', 'noSeconds', 'weekday', 'hour'],
] as const

/** How the times of a file are written. @param word the name of a time in the language of the file */
export function drawTime(
  roll: () => number,
  zone: string,
  {
    language,
    word,
    isDaily,
    isPoint,
  }: Readonly<{ language: LanguageCode; word: string; isDaily: boolean; isPoint: boolean }>,
): TimeStyle {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(roll() * list.length)] as T
  const style = pick(styles)
  const wallOf = (atMs: number): Date => new Date(atMs + offsetMinutes(atMs, zone) * MINUTE_MS)
  const date = (wall: Date, order: string, mark: string, isShort = false): string => {
    const year = isShort ? pad(wall.getUTCFullYear() % 100) : String(wall.getUTCFullYear())
    const [month, day] = [pad(wall.getUTCMonth() + 1), pad(wall.getUTCDate())]
    return (order === 'ymd' ? [year, month, day] : order === 'mdy' ? [month, day, year] : [day, month, year]).join(mark)
  }
  const clock = (wall: Date): string => `${pad(wall.getUTCHours())}:${pad(wall.getUTCMinutes())}`
  const half = (wall: Date): string =>
    `${wall.getUTCHours() % 12 || 12}:${pad(wall.getUTCMinutes())} ${wall.getUTCHours() < 12 ? 'AM' : 'PM'}`
  const single = (write: (wall: Date, atMs: number) => string, head = word, isExact = false): TimeStyle => ({
    heads: [head],
    about: style,
    isExact,
    write: (atMs) => [write(wallOf(atMs), atMs)],
  })
  const rest = (wall: Date, text = clock(wall)): string => (isDaily ? '' : ` ${text}`)
  const iso = single((wall) => date(wall, 'ymd', '-') + rest(wall))
  if (style === 'isoT') return single((wall) => `${date(wall, 'ymd', '-')}${isDaily ? '' : `T${clock(wall)}:00`}`)
  if (style === 'noSeconds') return single((wall) => date(wall, 'ymd', pick(['/'])) + rest(wall))
  if (style === 'dot') return single((wall) => date(wall, 'dmy', '.') + rest(wall))
  if (style === 'slash') return single((wall) => date(wall, 'dmy', '/') + rest(wall), 'Date')
  if (style === 'us') return single((wall) => date(wall, 'mdy', '/') + rest(wall, half(wall)), 'Date/Time')
  if (style === 'short') return single((wall) => date(wall, 'dmy', '/', true) + rest(wall), 'Time')
  if (style === 'compact')
    return single((wall) => date(wall, 'ymd', '') + (isDaily ? '' : clock(wall).replace(':', '')))
  if (style === 'named' || style === 'weekday') {
    const month = new Intl.DateTimeFormat(language, { month: pick(['short', 'long']), day: 'numeric', timeZone: 'UTC' })
    const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
    return single((wall) => {
      const name = month.formatToParts(wall).find(({ type }) => type === 'month')?.value ?? ''
      const own = /^\d+$/.test(name) ? (months[wall.getUTCMonth()] ?? '') : name
      const before = style === 'weekday' ? `${weekday.format(wall)}, ` : ''
      return `${before}${wall.getUTCDate()} ${own} ${wall.getUTCFullYear()}${rest(wall)}`
    })
  }
  if (isDaily) return iso
  if (style === 'epochS') return single((_, atMs) => String(atMs / 1000), word, true)
  if (style === 'epochMs') return single((_, atMs) => String(atMs), word, true)
  if (style === 'offset')
    return single(
      (wall, atMs) => {
        const minutes = offsetMinutes(atMs, zone)
        const size = Math.abs(minutes)
        return `${date(wall, 'ymd', '-')}T${clock(wall)}:00${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
      },
      word,
      true,
    )
  if (style === 'apart')
    return {
      heads: ['Date', 'Time'],
      about: style,
      isExact: false,
      write: (atMs) => [date(wallOf(atMs), 'ymd', '-'), clock(wallOf(atMs))],
    }
  if (isPoint) return iso
  const until = pick([
    ['From', 'To'],
    ['Von', 'Bis'],
    ['Start', 'End'],
    ['Van', 'Tot'],
    ['Desde', 'Hasta'],
  ])
  const whole = (atMs: number): string => `${date(wallOf(atMs), 'ymd', '-')} ${clock(wallOf(atMs))}`
  if (style === 'fromUntil')
    return { heads: until, about: style, isExact: false, write: (atMs, endMs) => [whole(atMs), whole(endMs)] }
  if (style === 'span')
    return { heads: [word], about: style, isExact: false, write: (atMs, endMs) => [`${whole(atMs)} - ${whole(endMs)}`] }
  return iso
}
