/** The same values of several devices of a plant, in our words. */
import type { statsPeriods, DeviceComparison as WireComparison } from '@heliograph/contract/device-s/device.ts'
import { call } from './call.ts'
import { toMs } from './wire-time.ts'

export type ComparedPoint = Readonly<{ atMs: number; value: number | null; estimated: boolean }>
export type ComparedSeries = Readonly<{ deviceId: number; quantity: string; points: readonly ComparedPoint[] }>
export type Comparison = Readonly<{
  fromMs: number
  toMs: number
  zone: string
  /** The slots of a day, ms; null: whole periods. */
  stepMs: number | null
  series: readonly ComparedSeries[]
}>

export const toComparison = (wire: WireComparison): Comparison => ({
  fromMs: toMs(wire.from),
  toMs: toMs(wire.to),
  zone: wire.timeZone,
  stepMs: wire.step === null ? null : wire.step * 1000,
  series: wire.series.map(({ deviceId, storageName, times, values, estimated }) => {
    const unsure = new Set(estimated)
    return {
      deviceId,
      quantity: storageName,
      points: times.map((at, index) => ({ atMs: toMs(at), value: values[index] ?? null, estimated: unsure.has(at) })),
    }
  }),
})

type Asked = Readonly<{
  period: (typeof statsPeriods)[number]
  /** First day of the period at the plant. */
  date: string
  devices: readonly number[]
  quantities: readonly string[]
  every: 'hour' | 'day' | undefined
}>

export async function fetchComparison(plantId: number, asked: Asked, signal?: AbortSignal): Promise<Comparison> {
  const { period, date, devices, quantities, every } = asked
  const query = {
    deviceIds: [...devices],
    showParams: [...quantities],
    date,
    ...(every === undefined ? {} : { every }),
  }
  return toComparison(
    await call('GET /device-s/station/{id}/stats/{period}', { params: { id: plantId, period }, query }, { signal }),
  )
}
