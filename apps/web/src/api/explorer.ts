/** Any quantities of any plants and devices, in our words. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import type { ExplorerStep, ExplorerSeries as WireSeries } from '@heliograph/contract/maintain-s/explorer.ts'
import type { DeviceType } from '@heliograph/domain/device.ts'
import { isQuantityId, type QuantityId } from '@heliograph/domain/quantities.ts'
import { addressOf, call, hasBearer } from './call.ts'
import { toQuery } from './path.ts'
import { toMs } from './wire-time.ts'

/** A device, or a plant as a whole, and what can be shown of it. */
export type Source = Readonly<{
  plantId: number
  plantName: string
  deviceId: number | null
  deviceName: string | null
  deviceType: DeviceType | null
  serial: string | null
  quantities: readonly QuantityId[]
}>
export type Word = Readonly<{ text: string; quantities: readonly QuantityId[] }>

export async function searchSources(
  { words, page }: Readonly<{ words: readonly Word[]; page: number }>,
  signal?: AbortSignal,
): Promise<Readonly<{ sources: readonly Source[]; more: boolean }>> {
  const body = { words: words.map(({ text, quantities }) => ({ text, quantities: [...quantities] })), page }
  const { data, more } = await call('POST /maintain-s/explorer/search', { body }, { signal })
  return {
    more,
    sources: data.map((item) => ({
      plantId: item.stationId,
      plantName: item.stationName,
      deviceId: item.deviceId,
      deviceName: item.deviceName,
      deviceType: item.deviceType,
      serial: item.deviceSn,
      quantities: item.storageNames.filter(isQuantityId),
    })),
  }
}

export type Step = ExplorerStep
export type ExploredPoint = Readonly<{
  atMs: number
  /** null: a gap. */
  value: number | null
  least: number | null
  greatest: number | null
  estimated: boolean
}>
export type ExploredSeries = Readonly<{
  reference: string
  plantId: number
  plantName: string
  deviceId: number | null
  deviceName: string | null
  quantity: QuantityId
  /** Divided by so many kW. */
  divisorKw: number | null
  kind: WireSeries['kind']
  step: Step
  slotMs: number | null
  zone: string
  points: readonly ExploredPoint[]
}>
export type Explored = Readonly<{ fromMs: number; toMs: number; zone: string; series: readonly ExploredSeries[] }>

/** @param from a date, or UTC ms; undefined: the first data. @param to the same, the date included; undefined: now */
export type Wish = Readonly<{
  references: readonly string[]
  from: string | number | undefined
  to: string | number | undefined
  every: Step | undefined
  isPerKw: boolean
}>

const toBound = (options: string | number | undefined): string | number | undefined =>
  typeof options === 'number' ? Math.floor(options / 1000) : options
const queryOf = ({ references, from, to, every, isPerKw }: Wish) => ({
  series: [...references],
  from: toBound(from),
  to: toBound(to),
  every,
  ...(isPerKw ? { perKw: '1' as const } : {}),
})

export async function fetchExplored(wish: Wish, signal?: AbortSignal): Promise<Explored> {
  return toExplored(await call('GET /maintain-s/explorer/series', { query: queryOf(wish) }, { signal }))
}

/** The address of the whole file; undefined where a link cannot carry the session. */
export const fileAddress = (wish: Wish): string | undefined =>
  hasBearer() ? undefined : `${addressOf('GET /maintain-s/explorer/csv')}${toQuery(queryOf(wish))}`

export const toExplored = (wire: CallReply<'GET /maintain-s/explorer/series'>): Explored => ({
  fromMs: toMs(wire.from),
  toMs: toMs(wire.to),
  zone: wire.timeZone,
  series: wire.series.flatMap((item) => (isQuantityId(item.storageName) ? [toSeries(item, item.storageName)] : [])),
})

function toSeries(one: WireSeries, quantity: QuantityId): ExploredSeries {
  const unsure = new Set(one.estimated)
  return {
    reference: one.series,
    plantId: one.stationId,
    plantName: one.stationName,
    deviceId: one.deviceId,
    deviceName: one.deviceName,
    quantity,
    divisorKw: one.perKw,
    kind: one.kind,
    step: one.step,
    slotMs: one.slot === null ? null : one.slot * 1000,
    zone: one.timeZone,
    points: one.times.map((at, index) => ({
      atMs: toMs(at),
      value: one.values[index] ?? null,
      least: one.least[index] ?? null,
      greatest: one.greatest[index] ?? null,
      estimated: unsure.has(at),
    })),
  }
}
