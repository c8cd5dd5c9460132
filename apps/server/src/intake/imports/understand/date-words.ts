import { languageCodes } from '@heliograph/domain/languages.ts'
import { plainWords } from './plain-words.ts'

const listNames = (options: Intl.DateTimeFormatOptions, part: 'month' | 'weekday', count: number) =>
  languageCodes.flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
    return Array.from({ length: count }, (_, n) => {
      const at = part === 'month' ? Date.UTC(2026, n, 5) : Date.UTC(2026, 5, n + 1)
      const name = format.formatToParts(at).find(({ type }) => type === part)?.value ?? ''
      return [plainWords(name).replace(/[.\s]/g, ''), n + 1] as const
    })
  })

/** Short forms that programs use and `Intl` does not know. */
const otherMonths: readonly (readonly [string, number])[] = [
  ...(['mrz', 'mar', 'mars', 'marts'] as const).map((name) => [name, 3] as const),
  ...(['janr', 'jann'] as const).map((name) => [name, 1] as const),
  ...[['mei', 5] as const, ['maj', 5] as const, ['juin', 6] as const, ['aout', 8] as const, ['sept', 9] as const],
  ...[['okt', 10] as const, ['oct', 10] as const, ['dez', 12] as const, ['dic', 12] as const, ['des', 12] as const],
]

/** 1 to 12, by every name of a month in the languages of the platform: long and short, alone and beside a day. */
export const monthOf: ReadonlyMap<string, number> = new Map(
  [
    ...listNames({ month: 'long' }, 'month', 12),
    ...listNames({ month: 'short' }, 'month', 12),
    ...listNames({ month: 'long', day: 'numeric' }, 'month', 12),
    ...listNames({ month: 'short', day: 'numeric' }, 'month', 12),
    ...listNames({ month: 'short', year: 'numeric' }, 'month', 12),
    ...otherMonths,
  ].filter(([name]) => /^\p{L}{2,}$/u.test(name)),
)

const weekdays = [...listNames({ weekday: 'long' }, 'weekday', 7), ...listNames({ weekday: 'short' }, 'weekday', 7)]
/** Words in a date that say nothing more. */
export const idleWords: ReadonlySet<string> = new Set([
  ...weekdays.flatMap(([name]) => name.split(/[^\p{L}]+/u)),
  ...[
    'di',
    'mi',
    'do',
    'fr',
    'sa',
    'so',
    'mo',
    'th',
    'st',
    'nd',
    'rd',
    'uhr',
    'um',
    'at',
    'de',
    'del',
    'of',
    'om',
    'klo',
  ],
  ...[
    'alle',
    'ore',
    'la',
    'las',
    'a',
    'r',
    'г',
    'р',
    'року',
    'годину',
    'thg',
    'thang',
    'ngay',
    'nam',
    'h',
    'hrs',
    'feira',
    '周',
    '星期',
    '週',
  ],
])

/** Halves of a day: whether 12 hours are added. */
export const halfOf: ReadonlyMap<string, 'am' | 'pm'> = new Map([
  ...['am', 'a', '上午', '오전', '午前', 'öö', 'oo', 'дп'].map((word) => [word, 'am'] as const),
  ...['pm', 'p', '下午', '오후', '午後', 'ös', 'os', 'пп'].map((word) => [word, 'pm'] as const),
])

type ZoneWord = Readonly<{ minutes: number } | { isAhead: boolean }>
/** Zones by their letters: a fixed offset in minutes, or only whether clocks are ahead (the letters mean several zones). */
export const zoneWords: ReadonlyMap<string, ZoneWord> = new Map<string, ZoneWord>([
  ...['utc', 'gmt', 'z'].map((word) => [word, { minutes: 0 }] as const),
  ...['cet', 'mez'].map((word) => [word, { minutes: 60 }] as const),
  ...['cest', 'mesz'].map((word) => [word, { minutes: 120 }] as const),
  ...[['wet', { minutes: 0 }] as const, ['west', { minutes: 60 }] as const],
  ...[['eet', { minutes: 120 }] as const, ['eest', { minutes: 180 }] as const],
  ...[
    'dst',
    'edt',
    'cdt',
    'mdt',
    'pdt',
    'akdt',
    'adt',
    'ndt',
    'aedt',
    'acdt',
    'nzdt',
    'bst',
    'sommerzeit',
    'summer',
  ].map((word) => [word, { isAhead: true }] as const),
  ...['std', 'est', 'cst', 'mst', 'pst', 'akst', 'ast', 'nst', 'hst', 'aest', 'acst', 'awst', 'nzst', 'sast'].map(
    (word) => [word, { isAhead: false }] as const,
  ),
])
