import type {
  DeviceComparison as WireComparison,
  DeviceHistory as WireHistory,
} from '@heliograph/contract/device-s/device.ts'
import type { Comparison, DeviceHistory } from '../../fleet/devices/devices.ts'

export const toWireHistory = ({ series, ...span }: DeviceHistory): WireHistory => ({
  ...span,
  series: series.map(({ quantity: { id, key, unit, rollUp }, points }) => ({
    quantity: id,
    key,
    unit,
    rollUp,
    points: [...points],
  })),
})

export const toWireComparison = ({ series, ...span }: Comparison): WireComparison => ({
  ...span,
  series: series.map(({ deviceId, quantity, points }) => ({
    deviceId,
    quantity: quantity.id,
    timesMs: points.map(({ atMs }) => atMs),
    values: points.map(({ value }) => (value === null ? null : Number(value.toFixed(quantity.decimals)))),
    estimatedMs: points.flatMap(({ atMs, estimated }) => (estimated ? [atMs] : [])),
  })),
})
