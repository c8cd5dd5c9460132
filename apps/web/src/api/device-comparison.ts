/** The same values of several devices of a plant. */
import type { statsPeriods, DeviceComparison as WireComparison } from '@heliograph/contract/device-s/device.ts'
import { call } from './call.ts'

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

export const toComparison = ({ series, ...span }: WireComparison): Comparison => ({
  ...span,
  series: series.map(({ deviceId, quantity, timesMs, values, estimatedMs }) => {
    const unsure = new Set(estimatedMs)
    return {
      deviceId,
      quantity,
      points: timesMs.map((atMs, index) => ({ atMs, value: values[index] ?? null, estimated: unsure.has(atMs) })),
    }
  }),
})

/** Devices of a plant that have ever sent one of some quantities. */
export const fetchComparable = async (
  plantId: number,
  quantities: readonly string[],
  signal?: AbortSignal,
): Promise<readonly number[]> =>
  (await call('GET /device-s/station/{id}/comparable', { params: { id: plantId }, query: { quantities } }, { signal }))
    .deviceIds

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
    deviceIds: devices,
    quantities,
    date,
    ...(every === undefined ? {} : { every }),
  }
  return toComparison(
    await call('GET /device-s/station/{id}/stats/{period}', { params: { id: plantId, period }, query }, { signal }),
  )
}
