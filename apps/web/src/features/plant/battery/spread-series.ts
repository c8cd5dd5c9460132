/** The spread of the cells over time, with the bands from which it is watched. */
import { cellSpreadMv, spreadBandsMv } from '@heliograph/domain/battery.ts'
import type { DeviceHistory } from '../../../api/device-detail.ts'
import type { LinePoint, LineSeries } from '../../../charts/line-data.ts'
import type { TimeRange } from '../../../charts/time-ticks.ts'
import { CELL_ENDS } from './battery-queries.ts'

export const SPREAD_AXIS = { id: 'spread', unit: 'mV', fromZero: true } as const

/**
 * Highest less lowest at each instant; of a period the difference of their means, which is the mean of the differences.
 * Null where one of them is missing: the line stops.
 */
export function toSpread(history: DeviceHistory): readonly LinePoint[] {
  const [highest, lowest] = CELL_ENDS.map((id) => history.series.find(({ quantity }) => quantity === id)?.points ?? [])
  const low = new Map(lowest?.map(({ atMs, value }) => [atMs, value]))
  return (highest ?? []).map(({ atMs, value, estimated }) => ({
    atMs,
    value: cellSpreadMv(value, low.get(atMs)),
    ...(estimated ? { estimated } : {}),
  }))
}

/** The bands that the line comes near to, and always the first: the others would only flatten it. */
export function toBands(points: readonly LinePoint[], range: TimeRange, nameOf: (mv: number) => string): LineSeries[] {
  const most = Math.max(0, ...points.map(({ value }) => value ?? 0))
  return spreadBandsMv
    .filter((_, index) => index === 0 || most > (spreadBandsMv[index - 1] ?? 0) * 0.9)
    .map((mv, index) => ({
      id: `band ${mv}`,
      name: nameOf(mv),
      color: 'text-3',
      axis: SPREAD_AXIS.id,
      stroke: index === 0 ? 'dotted' : index === 1 ? 'dashed' : 'dashDot',
      points: [range.fromMs, (range.fromMs + range.toMs) / 2, range.toMs].map((atMs) => ({ atMs, value: mv })),
    }))
}
