import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { type LanguageCode, languageCodes } from '@heliograph/domain/languages.ts'
import { addDays, offsetMinutes } from '@heliograph/domain/time.ts'
import { readLocales } from '@heliograph/i18n/read-locales.ts'
import { type ImportFlow, importFlows } from '../mapping.ts'
import { type DrawnColumn, layLong, layRows, layWide, type Table, toBook, toJson } from './draw-layout.ts'
import { createDice, drawPoints, type Form, type Point, sumUp, toValues } from './draw-points.ts'
import { drawTime } from './draw-time.ts'
import { type Encoding, encodeText, encodings } from './encode-text.ts'

/** A file as another program writes it, and the energies that it holds. */
export type DrawnFile = Readonly<{
  bytes: Uint8Array
  text: string
  zone: string
  kwh: Readonly<Partial<Record<ImportFlow, number>>>
  about: string
}>

const texts = readLocales() as Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>
const wordOf = (language: LanguageCode, file: string, key: string): string => texts[language]?.[file]?.[key] ?? key
const counterOf: Readonly<Record<ImportFlow, string>> = {
  generation: 'generation',
  load: 'load',
  import: 'gridImport',
  export: 'gridExport',
  charge: 'batteryCharge',
  discharge: 'batteryDischarge',
}
/** Days before the clocks change. */
const changes: Readonly<Record<string, readonly string[]>> = {
  'Europe/Berlin': ['2025-03-28', '2025-10-24', '2026-03-27'],
  'Europe/Kyiv': ['2025-03-28', '2025-10-24'],
  'America/New_York': ['2025-03-07', '2025-10-31'],
}

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
  const change = chance(0.3) ? changes[zone] : undefined
  const first = change === undefined ? addDays('2023-01-01', Math.floor(roll() * 1_200)) : pick(change)
  const points = drawPoints(roll, zone, first, days, stepMs)
  const form: Form = isDaily ? pick(['energy', 'energy', 'total']) : pick(['power', 'energy', 'total', 'today'])
  const isCounter = form === 'total' || form === 'today'
  const unit = form === 'power' ? pick(['W', 'kW']) : pick(['Wh', 'kWh', 'kWh', 'MWh'])
  const delimiter = pick([',', ';', '\t', '|'])
  const mark = pick(['.', ','])
  const thousands = pick(['', '', '', ' ', mark === ',' ? '.' : ',', "'", '\u00a0'])
  const unitPlace = pick(['head', 'head', 'head', 'row', 'cell'])
  const factor = { W: 1, kW: 1e3, Wh: 1, kWh: 1e3, MWh: 1e6 }[unit] as number
  const decimals = { W: 0, kW: 3, Wh: 0, kWh: 3, MWh: 6 }[unit] as number
  const nothing = pick(['', '', '-', '--', 'n/a'])
  const cell = (base: number): string => {
    if (Number.isNaN(base)) return nothing
    const [whole = '', fraction = ''] = (Math.abs(base) / factor).toFixed(decimals).split('.')
    const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, thousands)
    const number = `${base < 0 ? '-' : ''}${grouped}${fraction === '' ? '' : mark}${fraction}`
    return unitPlace === 'cell' ? `${number} ${unit}` : number
  }
  const values = toValues(points, form, stepMs, roll)
  const hasBlankNights = !isDaily && chance(0.2)
  const valuesOf = (flow: ImportFlow): readonly number[] =>
    hasBlankNights && flow === 'generation' && !isCounter
      ? values[flow].map((value) => (value === 0 ? Number.NaN : value))
      : values[flow]
  const withUnit = (base: string): string =>
    unitPlace === 'head' ? `${base} ${pick([`(${unit})`, `[${unit}]`, unit])}` : base
  const headOf = (flow: ImportFlow): string =>
    isCounter
      ? wordOf(language, 'quantities', `quantity.${counterOf[flow]}${form === 'total' ? 'Total' : 'Today'}Wh`)
      : wordOf(language, 'exports', `exports.column.${flow === 'load' ? 'consumption' : flow}`)
  const kwh: Partial<Record<ImportFlow, number>> = {}
  const toColumn = (base: string, own: readonly number[]): DrawnColumn => ({
    head: withUnit(base),
    unit,
    cells: own.map(cell),
  })
  const oneWay = (flow: ImportFlow): DrawnColumn => {
    const own = valuesOf(flow)
    kwh[flow] = sumUp(own, form, points, stepMs) / 1000
    // What goes back is negative in some files.
    const isNegative = flow === 'export' && !isCounter && chance(0.1)
    return toColumn(headOf(flow), isNegative ? own.map((value) => -value) : own)
  }
  const bothWays = (key: 'gridW' | 'batteryW', [plus, minus]: readonly [ImportFlow, ImportFlow]): DrawnColumn => {
    const own = values[plus].map((value, i) => value - (values[minus][i] ?? 0))
    for (const flow of [plus, minus]) kwh[flow] = sumUp(values[flow], form, points, stepMs) / 1000
    return toColumn(wordOf(language, 'exports', `exports.column.${key}`), own)
  }
  const isWide = !isDaily && !isCounter && stepMs >= 15 * MINUTE_MS && chance(0.15)
  const hasBothSigns = !isCounter && !isWide && chance(0.2)
  const flows = importFlows.filter((flow) => (flow === 'charge' || flow === 'discharge' ? chance(0.25) : chance(0.6)))
  const kept = flows.filter((flow) => !hasBothSigns || flow === 'generation' || flow === 'load')
  if (kept.length === 0) kept.push('generation')
  const columns: DrawnColumn[] = (isWide ? kept.slice(0, 1) : kept).map(oneWay)
  if (hasBothSigns) {
    columns.push(bothWays('gridW', ['import', 'export']))
    if (chance(0.4)) columns.push(bothWays('batteryW', ['discharge', 'charge']))
  }
  const layout = isWide ? 'wide' : !isDaily && columns.length > 1 && chance(0.15) ? 'long' : 'rows'
  if (layout === 'rows') columns.push(...drawOthers(roll, points, { language, mark }))
  const word = wordOf(language, 'exports', 'exports.column.time')
  const time = drawTime(roll, zone, { language, word, isDaily: isDaily && !isCounter, isPoint: isCounter })
  const stampOf = ({ atMs, endMs }: Point): number => (isCounter ? endMs : atMs)
  const times = points.map((point) => time.write(stampOf(point), point.endMs))
  const table: Table = { timeHeads: time.heads, times, columns }
  const wallOf = (atMs: number): number => atMs + offsetMinutes(atMs, zone) * MINUTE_MS
  const hasDoubledHour = points.some(({ atMs }, i) => i > 0 && wallOf(atMs) <= wallOf(points[i - 1]?.atMs ?? 0))
  const order = pick(['up', 'up', 'down', 'mixed', 'twice'])
  const rowOrder = orderRows(points.length, layout === 'rows' && (!hasDoubledHour || order === 'down') ? order : 'up')
  const blank = (from: number): string[] => [...time.heads.slice(1), ...columns.slice(from)].map(() => '')
  const sums = pick(['none', 'none', 'below', 'between', 'average'])
  const hasSums = layout === 'rows' && form === 'energy'
  const sumLine = (name: string): readonly string[] => [name, ...blank(columns.length), ...columns.map(() => cell(1e6))]
  const between = (i: number) =>
    hasSums && sums === 'between' && points[i]?.day !== points[i + 1]?.day && rowOrder[0] === 0
      ? [sumLine(pick(['Sum', 'Subtotal', 'Total', 'Σ']))]
      : []
  const wide = isWide
    ? layWide(
        columns[0]?.cells ?? [],
        points.map(({ atMs }) => atMs),
        zone,
        pick(['clock', 'hour', 'span']),
      )
    : undefined
  const title = `${columns[0]?.head ?? ''}${unitPlace === 'row' ? ` (${unit})` : ''}`
  const longHead = unitPlace === 'row' ? `Value (${unit})` : 'Value'
  const heads =
    layout === 'long' ? [...time.heads, 'Sensor', longHead] : [...time.heads, ...columns.map(({ head }) => head)]
  const groupRow = ['', ...blank(columns.length), ...columns.map((_, i) => (i % 2 === 0 ? `Group ${i / 2 + 1}` : ''))]
  const unitRow = [...time.heads.map(() => ''), ...columns.map((column) => column.unit)]
  const body = wide ?? (layout === 'long' ? layLong(table, rowOrder, chance(0.3)) : layRows(table, rowOrder, between))
  const below =
    hasSums && (sums === 'below' || sums === 'average') ? [sumLine(sums === 'below' ? 'Total' : 'Average')] : []
  const hasGroups = layout === 'rows' && columns.length > 2 && chance(0.15)
  const headLines =
    wide !== undefined
      ? [[title]]
      : [...(hasGroups ? [groupRow] : []), heads, ...(unitPlace === 'row' && layout !== 'long' ? [unitRow] : [])]
  const above = drawAbove(roll, delimiter)
  const secondTable =
    layout === 'rows' && chance(0.1)
      ? [[''], ['Device', 'Serial number'], ['Inverter', 'SN12345'], ['Meter', 'SN6']]
      : []
  const kind =
    layout === 'rows' && !hasGroups && unitPlace !== 'row' ? pick(['csv', 'csv', 'csv', 'json', 'xlsx']) : 'csv'
  const lines = [...above, ...headLines, ...body, ...below, ...secondTable]
  const quote = (text: string): string =>
    text.includes(delimiter) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text
  const text = lines.map((row) => row.map(quote).join(delimiter)).join(pick(['\n', '\r\n']))
  const old: Encoding = language === 'zh' ? 'gbk' : language === 'ja' ? 'shift_jis' : 'windows-1252'
  const wanted: Encoding = chance(0.4) ? 'utf8' : pick([...encodings, old, old])
  const encoded = encodeText(text, wanted)
  const csv = encoded ?? encodeText(text, 'bom') ?? new Uint8Array()
  const bytes =
    kind === 'xlsx' ? toBook(lines, mark === '.' && thousands !== ',') : kind === 'json' ? toJson(heads, body) : csv
  const about = { seed, form, unit, unitPlace, stepMs: stepMs / MINUTE_MS, days, first, delimiter, mark, thousands }
  const more = { language, order, time: time.about, layout, isWide, sums, hasGroups, hasBothSigns, hasBlankNights }
  const rest = { encoding: encoded === undefined ? 'bom' : wanted, zone, kind, wide: wide?.[0]?.[1] }
  return { bytes, text, zone, kwh, about: JSON.stringify({ ...about, ...more, ...rest }) }
}

function orderRows(count: number, order: string): readonly number[] {
  const up = Array.from({ length: count }, (_, i) => i)
  if (order === 'down') return up.reverse()
  const half = Math.floor(count / 2)
  if (order === 'mixed') return [...up.slice(half), ...up.slice(0, half)]
  // A row or two are there twice.
  return order === 'twice' ? up.flatMap((i) => (i === half || i === 3 ? [i, i] : [i])) : up
}

/** Lines over a table: titles, the span of days, the line that names the separator. */
function drawAbove(roll: () => number, delimiter: string): readonly (readonly string[])[] {
  const all = [
    ['Report'],
    ['Plant: My house'],
    ['Period', '2026-06-01', '2026-06-30'],
    ['Created 2026-07-01 08:00'],
    [''],
  ]
  const count = [0, 0, 0, 1, 3, 5][Math.floor(roll() * 6)] ?? 0
  return [...(roll() < 0.05 && delimiter !== '|' ? [[`sep=${delimiter}`]] : []), ...all.slice(0, count)]
}

/** Columns that are no energy. */
function drawOthers(
  roll: () => number,
  points: readonly Point[],
  { language, mark }: Readonly<{ language: LanguageCode; mark: string }>,
): readonly DrawnColumn[] {
  const number = (value: number): string => value.toFixed(1).replace('.', mark)
  const others: DrawnColumn[] = [
    {
      head: `${wordOf(language, 'exports', 'exports.column.socPercent')} (%)`,
      unit: '%',
      cells: points.map((_, i) => number(20 + ((i * 7) % 70))),
    },
    { head: 'Temperature (°C)', unit: '°C', cells: points.map((_, i) => number(15 + (i % 11))) },
    {
      head: `${wordOf(language, 'exports', 'exports.column.income')} (EUR)`,
      unit: 'EUR',
      cells: points.map((_, i) => number(i % 5)),
    },
    { head: 'Status', unit: '', cells: points.map((_, i) => (i % 9 === 0 ? 'Standby' : 'Normal')) },
    { head: 'Grid voltage (V)', unit: 'V', cells: points.map((_, i) => number(229 + (i % 4))) },
  ]
  return others.filter(() => roll() < 0.15)
}
