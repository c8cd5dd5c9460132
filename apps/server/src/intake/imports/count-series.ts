import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { emptyMeter, type MeterEvent, type MeterRule, readMeter } from '@heliograph/domain/meter.ts'
import { dayBounds, localDate } from '@heliograph/domain/time.ts'
import { type ColumnForm, counterFlow, type ImportFlow } from './mapping.ts'
import type { Series } from './read-series.ts'

/** Wh of a flow between two instants. */
export type Part = { fromMs: number; toMs: number; wh: number }
export type FlowParts = Readonly<{
  flow: ImportFlow
  form: ColumnForm
  parts: readonly Part[]
}>

/** Of a daily counter nothing is known of the device behind it. */
const anyDevice: MeterRule = { ratedW: Number.POSITIVE_INFINITY, totalStepWh: 1, todayStepWh: 1, maxStepWh: 1_000 }

/** Energy that a column adds to its flow, and where its values go both ways to the opposite one; counters by the rules of live data. */
export function countSeries(series: Series, zone: string, rule: MeterRule): readonly FlowParts[] {
  const { flow, form, signs } = series.column
  if (form === 'total') return [{ flow, form, parts: countMeter(series, zone, rule, 'totalWh') }]
  if (form === 'today' && series.stepMs <= DAY_MS / 2)
    return [{ flow, form, parts: countMeter(series, zone, anyDevice, 'todayWh') }]
  const other = signs === 'both' ? counterFlow[flow] : undefined
  const along: Part[] = []
  const against: Part[] = []
  for (const [i, value] of series.values.entries()) {
    const [fromMs, toMs] = [series.fromMs[i] as number, series.toMs[i] as number]
    const wh = form === 'power' ? (value * (toMs - fromMs)) / HOUR_MS : value
    const own = signs === 'negative' ? -wh : wh
    along.push({ fromMs, toMs, wh: Math.max(0, own) })
    if (other !== undefined) against.push({ fromMs, toMs, wh: Math.max(0, -own) })
  }
  return [{ flow, form, parts: along }, ...(other === undefined ? [] : [{ flow: other, form, parts: against }])]
}

function countMeter(series: Series, zone: string, rule: MeterRule, counter: 'totalWh' | 'todayWh'): readonly Part[] {
  const meter = emptyMeter()
  const parts = new Map<number, Part>()
  const emit = (event: MeterEvent): void => {
    if (event.kind !== 'energy' && event.kind !== 'reported') return
    const { fromMs, sign } = event
    // Made before the day of its later reading, it belongs to the time before.
    const isEarlier = counter === 'todayWh' && event.kind === 'energy' && event.sinceResetWh === 0 && event.wh > 0
    const toMs = isEarlier ? Math.min(event.toMs, dayBounds(localDate(fromMs, zone), zone).toMs - 1_000) : event.toMs
    const part = parts.get(toMs)
    if (part === undefined) parts.set(toMs, { fromMs, toMs, wh: sign * event.wh })
    else {
      part.wh += sign * event.wh
      part.fromMs = Math.min(part.fromMs, fromMs)
    }
  }
  let day = { fromMs: 0, toMs: 0 }
  for (const [i, value] of series.values.entries()) {
    const readMs = series.atMs[i] as number
    // A last reading at midnight is the counter of the day before, which has not fallen yet.
    const isEnd = i === series.values.length - 1 && readMs === day.toMs && value >= (series.values[i - 1] ?? 0)
    const isLast = counter === 'todayWh' && isEnd
    const atMs = isLast ? readMs - 1_000 : readMs
    if (atMs >= day.toMs) day = dayBounds(localDate(atMs, zone), zone)
    const wh = Math.max(0, value)
    const none = { totalWh: null, todayWh: null, yesterdayWh: null }
    readMeter(meter, { atMs, dayStartMs: day.fromMs, ...none, [counter]: wh }, rule, () => false, emit)
  }
  return [...parts.values()].filter(({ wh }) => wh > 0 || counter === 'totalWh').sort((a, b) => a.toMs - b.toMs)
}
