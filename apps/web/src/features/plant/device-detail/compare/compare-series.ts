/** From several devices' values to the rows of a heat table. */
import type { TemperatureUnit } from '@heliograph/domain/format/temperature.ts'
import type { ComparedSeries } from '../../../../api/device-comparison.ts'
import type { HeatSet } from '../../../../charts/heat-data.ts'
import type { Period } from '../../../../charts/period/period.ts'
import { type HistorySeries, toSeries } from '../history/history-series.ts'

type Given = Readonly<{
  /** The page's own device first. */
  devices: readonly Readonly<{ deviceId: number; name: string }>[]
  quantities: readonly string[]
  period: Period
  nameOf: (quantity: string) => string
  temperature: TemperatureUnit
}>

export const seriesId = (deviceId: number, quantity: string): string => `${deviceId} ${quantity}`

/** A series for each device and quantity that has one, named so that both are known. */
export function toComparedSeries(found: readonly ComparedSeries[], options: Given): readonly HistorySeries[] {
  const { devices, quantities, period, nameOf, temperature } = options
  const byId = new Map(found.map((item) => [seriesId(item.deviceId, item.quantity), item]))
  const several = quantities.length > 1
  return devices.flatMap(({ deviceId, name }) =>
    quantities.flatMap((quantity): readonly HistorySeries[] => {
      const one = byId.get(seriesId(deviceId, quantity))
      if (!one) return []
      const points = one.points.map((point) => ({ ...point, min: null, max: null }))
      return toSeries([{ quantity, points }], [quantity], period, nameOf, temperature).map((line) => ({
        ...line,
        id: seriesId(deviceId, quantity),
        name: several ? `${name} · ${line.name}` : name,
      }))
    }),
  )
}

/** The same as rows over the periods in which any of them has a value. */
export function toHeatSet(
  series: readonly HistorySeries[],
  nameAt: (atMs: number) => Readonly<{ label: string; title: string }>,
): HeatSet {
  const starts = new Set(
    series.flatMap(({ points }) => points.flatMap((point) => (point.value === null ? [] : [point.atMs]))),
  )
  const instants = [...starts].toSorted((a, b) => a - b)
  return {
    unit: series[0]?.unit ?? 'W',
    columns: instants.map((atMs) => ({ key: String(atMs), ...nameAt(atMs) })),
    rows: series.map(({ id, name, points }) => {
      const byTime = new Map(points.map(({ atMs, value }) => [atMs, value]))
      return { id, name, values: instants.map((atMs) => byTime.get(atMs) ?? null) }
    }),
  }
}
