import type {
  DeviceSeries,
  DeviceComparison as WireComparison,
  DeviceStates as WireStates,
} from '@heliograph/contract/device-s/device.ts'
import type { Comparison, DeviceHistory, DeviceStates } from '../../fleet/devices/devices.ts'
import { toSeconds, toSecondsOrNull } from './scales.ts'

export const toWireHistory = (history: DeviceHistory) => ({
  from: toSeconds(history.fromMs),
  to: toSeconds(history.toMs),
  timeZone: history.zone,
  series: history.series.map(
    ({ quantity, points }): DeviceSeries => ({
      storageName: quantity.id,
      key: quantity.key,
      unit: quantity.unit,
      rollUp: quantity.rollUp,
      detailList: points.map(({ atMs, ...point }) => ({ collectionTime: toSeconds(atMs), ...point })),
    }),
  ),
})

export const toWireComparison = ({ fromMs, toMs, zone, stepMs, series }: Comparison): WireComparison => ({
  from: toSeconds(fromMs),
  to: toSeconds(toMs),
  timeZone: zone,
  step: toSecondsOrNull(stepMs),
  series: series.map(({ deviceId, quantity, points }) => ({
    deviceId,
    storageName: quantity.id,
    times: points.map(({ atMs }) => toSeconds(atMs)),
    values: points.map(({ value }) => (value === null ? null : Number(value.toFixed(quantity.decimals)))),
    estimated: points.flatMap(({ atMs, estimated }) => (estimated ? [toSeconds(atMs)] : [])),
  })),
})

export const toWireStates = (found: DeviceStates): WireStates => ({
  from: toSeconds(found.fromMs),
  to: toSeconds(found.toMs),
  timeZone: found.zone,
  sunrise: toSecondsOrNull(found.sunriseMs),
  sunset: toSecondsOrNull(found.sunsetMs),
  states: found.states.map(({ fromMs, toMs, state, code }) => ({
    from: toSeconds(fromMs),
    to: toSeconds(toMs),
    state,
    code,
  })),
  faults: found.faults.map(({ fromMs, toMs, quantity, code, key, severity }) => ({
    from: toSeconds(fromMs),
    to: toSeconds(toMs),
    storageName: quantity,
    code,
    fault: key,
    severity,
  })),
  moreFaults: found.moreFaults,
})
