import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { guessTimeFormat, parseTime, toInstant } from '@heliograph/domain/format/parse-time.ts'
import { type PricePoint, type PriceStep, type PriceUnit, priceSteps } from '@heliograph/domain/tariff/price-series.ts'
import { MOST_PRICE } from '@heliograph/domain/tariff/schedule.ts'
import { readTable } from '../../platform/tables/table.reader.ts'

export type PriceFile = Readonly<{ points: readonly PricePoint[]; step: PriceStep }>

/** Eight years of quarter hours would be three times as many. */
const MOST_ROWS = 100_000
const perKwh: Readonly<Record<PriceUnit, number>> = { perKwh: 1, perMwh: 1 / 1000, centsPerKwh: 1 / 100 }
const unreadable = (reason: string): Refusal => new Refusal('IMPORT_UNREADABLE', { reason })
const number = /^[-+]?\d+(?:[.,]\d+)?$/

/**
 * Reads a table of prices: the first column of times, and the first other one of numbers. All rows count: one that cannot
 * be read refuses the file, so that no price is taken for another.
 * @param zone of times that name no offset; of an hour that occurs twice, the first row is the earlier one
 * @throws Refusal IMPORT_UNREADABLE (`reason`), PARAM_ERROR (`field`)
 */
export async function readPriceFile(
  question: Readonly<{ bytes: Uint8Array; unit: PriceUnit; zone: string }>,
): Promise<PriceFile> {
  const { bytes, unit, zone } = question
  const { heads, rows } = await readTable(bytes)
  if (rows.length > MOST_ROWS) throw unreadable('tooManyRows')
  const cellsOf = (column: number): readonly string[] => rows.map((row) => (row[column] ?? '').trim())
  const columns = heads.map((_, column) => column)
  const timeColumn = columns.find((column) => guessTimeFormat(cellsOf(column)) !== undefined)
  const format = timeColumn === undefined ? undefined : guessTimeFormat(cellsOf(timeColumn))
  if (timeColumn === undefined || format === undefined) throw unreadable('noTimes')
  const priceColumn = columns.find(
    (column) => column !== timeColumn && cellsOf(column).every((cell) => number.test(cell)),
  )
  if (priceColumn === undefined) throw unreadable('noNumbers')
  let afterMs = Number.NEGATIVE_INFINITY
  const points = rows.map((row): PricePoint => {
    const time = parseTime((row[timeColumn] ?? '').trim(), format)
    const price = Number((row[priceColumn] ?? '').trim().replace(',', '.')) * perKwh[unit]
    if (time === undefined || !(Math.abs(price) <= MOST_PRICE)) throw unreadable('noNumbers')
    const atMs = 'atMs' in time ? time.atMs : toInstant(time.wallMs, zone, afterMs)
    afterMs = atMs
    return { atMs, price }
  })
  return { points, step: stepOf(points) }
}

/** The least distance of two prices. @throws Refusal PARAM_ERROR unless it is one of `priceSteps`, and all fit it */
function stepOf(points: readonly PricePoint[]): PriceStep {
  const times = [...new Set(points.map(({ atMs }) => atMs))].sort((a, b) => a - b)
  const gaps = times.slice(1).map((atMs, i) => (atMs - (times[i] ?? 0)) / MINUTE_MS)
  const least = Math.min(60, ...gaps)
  const step = priceSteps.find((priceStep) => priceStep === least)
  if (step === undefined || times.some((atMs) => atMs % (15 * MINUTE_MS) !== 0))
    throw new Refusal('PARAM_ERROR', { field: 'step' })
  return step
}
