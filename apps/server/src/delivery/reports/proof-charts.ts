import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { formatDayAndMonth } from '@heliograph/domain/format/date.ts'
import { formatTimeOfDay } from '@heliograph/domain/format/timestamp.ts'
import { getQuantity } from '@heliograph/domain/quantities.ts'
import { localDate } from '@heliograph/domain/time.ts'
import type { Chart, Series } from './chart.ts'
import { curveColors, ink } from './look.ts'
import { nameQuantity } from './name-quantity.ts'
import type { Proof, ProofSeries } from './proof.ts'
import type { ReportLanguage } from './report-texts.ts'

const SLOT_MS = 5 * MINUTE_MS
const MOST_CHARTS = 3
const LABELS = 8

/** Curves around the alarm, a chart for each unit, with the rule's limit and the time in which the alarm held. */
export function proofCharts(proof: Proof, { translate, locale }: ReportLanguage): readonly Chart[] {
  const { alarm, range, series, thresholds, createdAtMs } = proof
  const slots = Math.max(2, Math.ceil((range.toMs - range.fromMs) / SLOT_MS))
  const shareOf = (atMs: number): number => Math.min(1, Math.max(0, (atMs - range.fromMs) / (slots * SLOT_MS)))
  const shade = { from: shareOf(alarm.openedAtMs), to: shareOf(alarm.closedAtMs ?? createdAtMs), color: ink.alarm }
  const labels = labelsOf(range.fromMs, slots, alarm.zone, locale)
  const units = [...new Set(series.map(({ quantity }) => getQuantity(quantity).unit))]
  const [limit] = thresholds
  return units.slice(0, MOST_CHARTS).map((unit, at): Chart => {
    const own = series.filter(({ quantity }) => getQuantity(quantity).unit === unit)
    const lines = own.map(
      (item, n): Series => ({
        name: nameQuantity(translate, item.quantity),
        color: curveColors[n % curveColors.length] ?? ink.text,
        values: toSlots(item, range.fromMs, slots),
      }),
    )
    const limits: readonly Series[] =
      at > 0 || limit === undefined
        ? []
        : [
            {
              name: translate('alarm-page.detail.curve.threshold'),
              color: ink.soft,
              isDashed: true,
              values: labels.map(() => limit),
            },
          ]
    const isAfloat = unit !== 'W' && unit !== 'A'
    return { unit, look: 'lines', isAfloat, isBare: true, shade, locale, labels, series: [...lines, ...limits] }
  })
}

/** The last reading of each five minutes. A sparse line is joined over its ordinary steps, never over a gap. */
function toSlots({ points }: ProofSeries, fromMs: number, slots: number): readonly (number | null)[] {
  const values: (number | null)[] = Array.from({ length: slots }, () => null)
  let before: Readonly<{ slot: number; value: number }> | undefined
  for (const { atMs, value } of points) {
    const slot = Math.floor((atMs - fromMs) / SLOT_MS)
    if (value === null) before = undefined
    if (value === null || slot < 0 || slot >= slots) continue
    values[slot] = value
    if (before !== undefined)
      for (let between = before.slot + 1; between < slot; between += 1)
        values[between] = before.value + ((value - before.value) * (between - before.slot)) / (slot - before.slot)
    before = { slot, value }
  }
  return values
}

function labelsOf(fromMs: number, slots: number, zone: string, locale: string): readonly string[] {
  const stepMs = [1, 2, 3, 6, 12, 24].map((hours) => hours * 60 * MINUTE_MS)
  const everyMs = stepMs.find((step) => (slots * SLOT_MS) / step <= LABELS) ?? 24 * 60 * MINUTE_MS
  return Array.from({ length: slots }, (_, at) => {
    const atMs = fromMs + at * SLOT_MS
    const time = formatTimeOfDay(atMs, zone)
    const [hour = 0, minute = 0] = time.split(':').map(Number)
    if (minute >= 5 || (hour * 60 * MINUTE_MS) % everyMs !== 0) return ''
    return hour === 0 ? formatDayAndMonth(localDate(atMs, zone), locale) : time
  })
}
