/** From several devices' values to lines, bars and the rows of a heat table. */
import type { TemperatureUnit } from '@heliograph/domain/format/temperature.ts'
import type { ComparedSeries } from '../../../../api/device-comparison.ts'
import type { HeatSet } from '../../../../charts/heat-data.ts'
import type { Period } from '../../../../charts/period/period.ts'
import { type HistorySeries, toSeries } from '../history/history-series.ts'
import { hueLook, type SeriesLook } from '../history/series-looks.ts'

type Given = Readonly<{
  /** In the order of their colors; the page's own device first. */
  devices: readonly Readonly<{ deviceId: number; name: string }>[]
  quantities: readonly string[]
  period: Period
  nameOf: (quantity: string) => string
  temperature: TemperatureUnit
}>

/** The page's own device stands out: the brand's color, thicker, above the others. */
const ownLook: SeriesLook = { color: 'device-device-1', stroke: 'solid', fill: 'device-device-1' }

export const seriesId = (deviceId: number, quantity: string): string => `${deviceId} ${quantity}`

/** By device where one quantity is compared, by line where strings are. */
export function compareLook(device: number, quantity: number, quantities: number): SeriesLook {
  if (quantities > 1) return hueLook(device * quantities + quantity)
  return device === 0 ? ownLook : hueLook(device - 1)
}

/** A series for each device and quantity that has one, named so that both are known. */
export function toComparedSeries(found: readonly ComparedSeries[], options: Given): readonly HistorySeries[] {
  const { devices, quantities, period, nameOf, temperature } = options
  const byId = new Map(found.map((item) => [seriesId(item.deviceId, item.quantity), item]))
  const several = quantities.length > 1
  return devices.flatMap(({ deviceId, name }, at) =>
    quantities.flatMap((quantity, nth): readonly HistorySeries[] => {
      const one = byId.get(seriesId(deviceId, quantity))
      if (!one) return []
      const points = one.points.map((point) => ({ ...point, min: null, max: null }))
      const look = compareLook(at, nth, quantities.length)
      return toSeries([{ quantity, points }], [quantity], period, nameOf, temperature).map((line) => ({
        ...line,
        id: seriesId(deviceId, quantity),
        name: several ? `${name} · ${line.name}` : name,
        color: look.color,
        stroke: look.stroke,
        strong: at === 0 && !several,
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
