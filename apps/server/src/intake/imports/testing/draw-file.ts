import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { type LanguageCode, languageCodes } from '@heliograph/domain/languages.ts'
import { addDays, dayBounds, offsetMinutes } from '@heliograph/domain/time.ts'
import { readLocales } from '@heliograph/i18n/read-locales.ts'
import type { ImportFlow } from '../mapping.ts'

/** A file as another program writes it, and the energies that it holds. */
export type DrawnFile = Readonly<{
  bytes: Uint8Array
  text: string
  zone: string
  kwh: Readonly<Partial<Record<ImportFlow, number>>>
  about: string
}>

/** Numbers from 0 to below 1, the same for the same seed. */
export function createDice(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const texts = readLocales() as Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>
const FLOWS: readonly ImportFlow[] = ['generation', 'load', 'import', 'export']
type Form = 'power' | 'energy' | 'total' | 'today'
type Point = Readonly<{ day: number; atMs: number; endMs: number; wh: Readonly<Record<ImportFlow, number>> }>

const nameOf = (language: LanguageCode, flow: ImportFlow): string =>
  texts[language]?.exports?.[`exports.column.${flow === 'load' ? 'consumption' : flow}`] ?? flow
const counterName: Readonly<Partial<Record<ImportFlow, string>>> = {
  generation: 'generation',
  load: 'load',
  import: 'gridImport',
  export: 'gridExport',
}

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0')

/** Draws a table, and everything about how it is written. */
export function drawFile(seed: number): DrawnFile {
  const roll = createDice(seed * 7919 + 13)
  for (let n = 0; n < 5; n++) roll()
  const pick = <T>(list: readonly T[]): T => list[Math.floor(roll() * list.length)] as T
  const chance = (share: number): boolean => roll() < share
  const zone = pick(['Europe/Berlin', 'UTC', 'America/New_York', 'Asia/Kolkata', 'Europe/Kyiv'])
  const language = pick(languageCodes)
  const isDaily = chance(0.3)
  const stepMs = isDaily ? DAY_MS : pick([5, 15, 30, 60]) * MINUTE_MS
  const days = isDaily ? 8 + Math.floor(roll() * 50) : 2 + Math.floor(roll() * 8)
  const first = addDays('2023-01-01', Math.floor(roll() * 1_200))
  const points = drawPoints(roll, zone, first, days, stepMs)
  const form: Form = isDaily ? pick(['energy', 'energy', 'total']) : pick(['power', 'energy', 'total', 'today'])
  const flows = FLOWS.filter(() => chance(0.6))
  if (flows.length === 0) flows.push('generation')
  const unit = form === 'power' ? pick(['W', 'kW']) : pick(['Wh', 'kWh', 'kWh', 'MWh'])
  const delimiter = pick([',', ';', '\t', '|'])
  const mark = pick(['.', ','])
  const thousands = pick(['', '', '', ' ', mark === ',' ? '.' : ',', "'", '\u00a0'])
  const decimals = { W: 0, kW: 3, Wh: 0, kWh: 3, MWh: 6 }[unit] as number
  const unitPlace = pick(['head', 'head', 'head', 'row', 'cell'])
  const factor = { W: 1, kW: 1e3, Wh: 1, kWh: 1e3, MWh: 1e6 }[unit] as number
  const values = toValues(points, flows, form, stepMs, roll)
  const cell = (base: number): string => {
    const [whole = '', fraction = ''] = (base / factor).toFixed(decimals).split('.')
    const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, thousands)
    const number = fraction === '' ? grouped : `${grouped}${mark}${fraction}`
    return unitPlace === 'cell' ? `${number} ${unit}` : number
  }
  const time = drawTime(roll, language, form === 'total' || form === 'today' ? false : isDaily)
  const stampAt = ({ atMs, endMs }: Point): number => (form === 'total' || form === 'today' ? endMs : atMs)
  const wallOf = (atMs: number): Date => new Date(atMs + offsetMinutes(atMs, zone) * MINUTE_MS)
  const headOf = (flow: ImportFlow): string => {
    const counter = counterName[flow]
    const form2 = form === 'total' ? 'Total' : 'Today'
    const base =
      form === 'total' || form === 'today'
        ? (texts[language]?.quantities?.[`quantity.${counter}${form2}Wh`] ?? flow)
        : nameOf(language, flow)
    return unitPlace === 'head' ? `${base} ${pick([`(${unit})`, `[${unit}]`, unit])}` : base
  }
  const isLong = !isDaily && flows.length > 1 && chance(0.15)
  const timeHeads = time.heads
  let rows: string[][]
  const heads = flows.map(headOf)
  if (isLong) {
    rows = [
      [...timeHeads, 'Sensor', unitPlace === 'head' ? `Value (${unit})` : 'Value'],
      ...points.flatMap((point, i) =>
        flows.map((flow) => [
          ...time.write(wallOf(stampAt(point)), zone, stampAt(point)),
          nameOf(language, flow),
          cell(values[flow]?.[i] ?? 0),
        ]),
      ),
    ]
  } else
    rows = [
      [...timeHeads, ...heads],
      ...points.map((point, i) => [
        ...time.write(wallOf(stampAt(point)), zone, stampAt(point)),
        ...flows.map((flow) => cell(values[flow]?.[i] ?? 0)),
      ]),
    ]
  const [head = [], ...body] = rows
  const order = pick(['up', 'up', 'down', 'mixed'])
  const hasDoubledHour = points.some(
    ({ atMs }, i) => i > 0 && wallOf(atMs).getTime() <= wallOf(points[i - 1]?.atMs ?? 0).getTime(),
  )
  if (order === 'down' && !isLong) body.reverse()
  if (order === 'mixed' && !hasDoubledHour && !isLong) {
    const at = Math.floor(body.length / 2)
    body.push(...body.splice(0, at))
  }
  const above = Array.from({ length: pick([0, 0, 1, 3]) }, (_, n) => [`Report ${n + 1}`])
  const unitRow = unitPlace === 'row' && !isLong ? [[...timeHeads.map(() => ''), ...flows.map(() => unit)]] : []
  const hasTotal = isDaily && form === 'energy' && chance(0.2)
  const total = hasTotal ? [['Total', ...timeHeads.slice(1).map(() => ''), ...flows.map(() => cell(1e6))]] : []
  const quote = (text: string): string =>
    text.includes(delimiter) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text
  const lines = [...above, head, ...(unitRow.length > 0 ? unitRow : []), ...body, ...total]
  const needsUnit = unitPlace === 'row' && isLong
  const text = lines.map((row) => row.map(quote).join(delimiter)).join(pick(['\n', '\r\n']))
  const kwh: Partial<Record<ImportFlow, number>> = {}
  for (const flow of flows) kwh[flow] = expected(values[flow] ?? [], form, points, stepMs) / 1000
  const encoding = pick(['utf8', 'utf8', 'bom', 'utf16le', 'utf16be'])
  return {
    bytes: encode(text, encoding),
    text,
    zone,
    kwh,
    about: JSON.stringify({
      seed,
      form,
      unit,
      unitPlace,
      stepMs: stepMs / MINUTE_MS,
      days,
      delimiter,
      mark,
      thousands,
      language,
      order,
      time: time.about,
      isLong,
      encoding,
      zone,
      hasTotal,
      needsUnit,
    }),
  }
}

/** Energies of intervals from local midnight on, whole Wh. */
function drawPoints(roll: () => number, zone: string, first: string, days: number, stepMs: number): readonly Point[] {
  const points: Point[] = []
  for (let n = 0; n < days; n++) {
    const day = dayBounds(addDays(first, n), zone)
    const cloud = 0.2 + 0.8 * roll()
    for (let atMs = day.fromMs; atMs < day.toMs; ) {
      const endMs = stepMs === DAY_MS ? day.toMs : Math.min(day.toMs, atMs + stepMs)
      const hours = (endMs - atMs) / HOUR_MS
      const hour = ((atMs - day.fromMs) / HOUR_MS) % 24
      const sun = stepMs === DAY_MS ? 0.25 : Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI))
      const made = Math.round(6_000 * sun * cloud * (0.7 + 0.3 * roll()) * hours)
      const used = Math.round((250 + 900 * roll()) * hours)
      const own = Math.min(made, used)
      points.push({
        day: n,
        atMs,
        endMs,
        wh: { generation: made, load: used, import: used - own, export: made - own, charge: 0, discharge: 0 },
      })
      atMs = endMs
    }
  }
  return points
}

/** The values of each column in W or Wh. */
function toValues(
  points: readonly Point[],
  flows: readonly ImportFlow[],
  form: Form,
  stepMs: number,
  roll: () => number,
) {
  const values: Partial<Record<ImportFlow, number[]>> = {}
  for (const flow of flows) {
    let sum = form === 'total' ? Math.round(2_000_000 + 8_000_000 * roll()) : 0
    let day = -1
    values[flow] = points.map(({ wh, day: now }) => {
      if (form === 'power') return Math.round((wh[flow] * HOUR_MS) / stepMs)
      if (form === 'energy') return wh[flow]
      if (form === 'today' && now !== day) [sum, day] = [0, now]
      sum += wh[flow]
      return sum
    })
  }
  return values
}

function expected(values: readonly number[], form: Form, points: readonly Point[], stepMs: number): number {
  if (form === 'power') return values.reduce((sum, watts) => sum + (watts * stepMs) / HOUR_MS, 0)
  if (form === 'energy') return values.reduce((sum, wh) => sum + wh, 0)
  if (form === 'total') return (values.at(-1) ?? 0) - (values[0] ?? 0)
  // The last value of each day.
  return values.reduce((sum, wh, i) => sum + (points[i + 1]?.day === points[i]?.day ? 0 : wh), 0)
}

type TimeStyle = Readonly<{
  heads: readonly string[]
  about: string
  write: (wall: Date, zone: string, atMs: number) => readonly string[]
}>

function drawTime(roll: () => number, language: LanguageCode, isDaily: boolean): TimeStyle {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(roll() * list.length)] as T
  const word = texts[language]?.exports?.['exports.column.time'] ?? 'Time'
  const style = pick([
    'iso',
    'isoT',
    'dot',
    'slash',
    'us',
    'short',
    'compact',
    'named',
    'epochS',
    'epochMs',
    'offset',
    'apart',
  ])
  const date = (wall: Date, order: string, mark: string, isShort = false): string => {
    const year = isShort ? pad(wall.getUTCFullYear() % 100) : String(wall.getUTCFullYear())
    const [month, day] = [pad(wall.getUTCMonth() + 1), pad(wall.getUTCDate())]
    return (order === 'ymd' ? [year, month, day] : order === 'mdy' ? [month, day, year] : [day, month, year]).join(mark)
  }
  const clock = (wall: Date): string => `${pad(wall.getUTCHours())}:${pad(wall.getUTCMinutes())}`
  const half = (wall: Date): string =>
    `${wall.getUTCHours() % 12 || 12}:${pad(wall.getUTCMinutes())} ${wall.getUTCHours() < 12 ? 'AM' : 'PM'}`
  const single = (write: (wall: Date, zone: string, atMs: number) => string, head = word): TimeStyle => ({
    heads: [head],
    about: style,
    write: (wall, zone, atMs) => [write(wall, zone, atMs)],
  })
  const rest = (wall: Date, text: string): string => (isDaily ? '' : ` ${text || clock(wall)}`)
  const month = new Intl.DateTimeFormat(language, { month: pick(['short', 'long']), day: 'numeric', timeZone: 'UTC' })
  if (style === 'iso') return single((wall) => date(wall, 'ymd', pick(['-'])) + rest(wall, ''))
  if (style === 'isoT') return single((wall) => `${date(wall, 'ymd', '-')}${isDaily ? '' : `T${clock(wall)}:00`}`)
  if (style === 'dot') return single((wall) => date(wall, 'dmy', '.') + rest(wall, ''))
  if (style === 'slash') return single((wall) => date(wall, 'dmy', '/') + rest(wall, ''), 'Date')
  if (style === 'us') return single((wall) => date(wall, 'mdy', '/') + rest(wall, half(wall)), 'Date/Time')
  if (style === 'short') return single((wall) => date(wall, pick(['dmy']), '/', true) + rest(wall, ''), 'Time')
  if (style === 'compact')
    return single((wall) => date(wall, 'ymd', '') + (isDaily ? '' : clock(wall).replace(':', '')))
  if (style === 'named')
    return single((wall) => {
      const name = month.formatToParts(wall).find(({ type }) => type === 'month')?.value ?? ''
      return `${wall.getUTCDate()} ${/^\d+$/.test(name) ? 'Jun'.replace('Jun', ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][wall.getUTCMonth()] ?? '') : name} ${wall.getUTCFullYear()}${rest(wall, '')}`
    })
  if (style === 'epochS' && !isDaily) return single((_, __, atMs) => String(atMs / 1000))
  if (style === 'epochMs' && !isDaily) return single((_, __, atMs) => String(atMs))
  if (style === 'offset' && !isDaily)
    return single((wall, zone, atMs) => {
      const minutes = offsetMinutes(atMs, zone)
      const size = Math.abs(minutes)
      return `${date(wall, 'ymd', '-')}T${clock(wall)}:00${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
    })
  if (style === 'apart' && !isDaily)
    return { heads: ['Date', 'Time'], about: style, write: (wall) => [date(wall, 'ymd', '-'), clock(wall)] }
  return single((wall) => date(wall, 'ymd', '-') + rest(wall, ''))
}

function encode(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf8') return new TextEncoder().encode(text)
  if (encoding === 'bom') return new TextEncoder().encode(`\uFEFF${text}`)
  const little = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return encoding === 'utf16le' ? little : little.swap16()
}
