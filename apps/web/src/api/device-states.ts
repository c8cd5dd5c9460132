/** States and faults that a device reported on a day, in our words. */
import type { faultSeverities, spanStates, DeviceStates as WireStates } from '@heliograph/contract/device-s/device.ts'
import { call } from './call.ts'
import { toMs } from './wire-time.ts'

export type StateSpan = Readonly<{
  fromMs: number
  toMs: number
  state: (typeof spanStates)[number]
  code: number | null
}>
export type FaultSpan = Readonly<{
  fromMs: number
  toMs: number
  /** As the device shows it. */
  code: string
  /** Its kind, which has a name in `faults.json`. */
  key: string
  severity: (typeof faultSeverities)[number]
}>
export type DeviceDayStates = Readonly<{
  fromMs: number
  toMs: number
  zone: string
  sunriseMs: number | null
  sunsetMs: number | null
  states: readonly StateSpan[]
  faults: readonly FaultSpan[]
  /** Faults of the day beyond those. */
  furtherFaults: number
}>

export const toDayStates = (wire: WireStates): DeviceDayStates => ({
  fromMs: toMs(wire.from),
  toMs: toMs(wire.to),
  zone: wire.timeZone,
  sunriseMs: toMs(wire.sunrise),
  sunsetMs: toMs(wire.sunset),
  states: wire.states.map(({ from, to, state, code }) => ({ fromMs: toMs(from), toMs: toMs(to), state, code })),
  faults: wire.faults.map(({ from, to, code, fault, severity }) => ({
    fromMs: toMs(from),
    toMs: toMs(to),
    code,
    key: fault,
    severity,
  })),
  furtherFaults: wire.moreFaults,
})

export const fetchDayStates = async (deviceId: number, date: string, signal?: AbortSignal): Promise<DeviceDayStates> =>
  toDayStates(await call('GET /device-s/device/{id}/states', { params: { id: deviceId }, query: { date } }, { signal }))
