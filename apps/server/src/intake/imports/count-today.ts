import { DAY_MS } from '@heliograph/domain/duration.ts'
import { emptyMeter, type MeterRule, readMeter } from '@heliograph/domain/meter.ts'
import { dayBounds, localDate } from '@heliograph/domain/time.ts'

/** Of a file nothing is known of the device behind it. */
const anyDevice: MeterRule = { ratedW: Number.POSITIVE_INFINITY, totalStepWh: 1, todayStepWh: 1, maxStepWh: 1_000 }

type Read = Readonly<{ atMs: number; wh: number | null }>

/**
 * Wh that each row of a daily counter adds, by the rules of live data: what still shows the day before counts nothing.
 * @param rows ascending; wh: the counter, null without a value
 * @param stepMs with one row a day, each is its day's figure
 */
export function countToday(rows: readonly Read[], zone: string, stepMs: number): readonly number[] {
  if (stepMs > DAY_MS / 2) return rows.map(({ wh }) => Math.max(0, wh ?? 0))
  const meter = emptyMeter()
  const added = rows.map(() => 0)
  const rowAt = new Map<number, number>()
  let day = { fromMs: 0, toMs: 0 }
  for (const [i, { atMs, wh }] of rows.entries()) {
    if (wh === null) continue
    if (atMs >= day.toMs) day = dayBounds(localDate(atMs, zone), zone)
    rowAt.set(atMs, i)
    const reading = { atMs, dayStartMs: day.fromMs, totalWh: null, todayWh: Math.max(0, wh), yesterdayWh: null }
    readMeter(
      meter,
      reading,
      anyDevice,
      () => false,
      (event) => {
        if (event.kind !== 'energy' && event.kind !== 'reported') return
        // Made before the day of its later reading, it belongs to the row before.
        const isEarlier = event.kind === 'energy' && event.sinceResetWh === 0 && event.wh > 0
        const row = rowAt.get(isEarlier ? event.fromMs : event.toMs)
        if (row !== undefined) added[row] = (added[row] ?? 0) + event.sign * event.wh
      },
    )
  }
  return added
}
