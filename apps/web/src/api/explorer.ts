/** Any quantities of any plants and devices. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import type {
  ExplorerSource,
  ExplorerStep,
  ExplorerSeries as WireSeries,
} from '@heliograph/contract/maintain-s/explorer.ts'
import { isQuantityId, type QuantityId } from '@heliograph/domain/quantities.ts'
import { addressOf, call, hasBearer } from './call.ts'
import { toQuery } from './path.ts'

/** A device, or a plant as a whole, and what can be shown of it. */
export type Source = Readonly<Omit<ExplorerSource, 'quantities'> & { quantities: readonly QuantityId[] }>
export type Word = Readonly<{ text: string; quantities: readonly QuantityId[] }>

export async function searchSources(
  { words, plantId, page }: Readonly<{ words: readonly Word[]; plantId: number | undefined; page: number }>,
  signal?: AbortSignal,
): Promise<Readonly<{ sources: readonly Source[]; more: boolean }>> {
  const body = { words, page, ...(plantId === undefined ? {} : { plantId }) }
  const { data, more } = await call('POST /maintain-s/explorer/search', { body }, { signal })
  return { more, sources: data.map((source) => ({ ...source, quantities: source.quantities.filter(isQuantityId) })) }
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
export type ExploredSeries = Readonly<
  Omit<WireSeries, 'quantity' | 'timesMs' | 'values' | 'least' | 'greatest' | 'estimatedMs'> & {
    quantity: QuantityId
    points: readonly ExploredPoint[]
  }
>
export type Explored = Readonly<{ fromMs: number; toMs: number; zone: string; series: readonly ExploredSeries[] }>

/** @param from a date, or UTC ms; undefined: the first data. @param to the same, the date included; undefined: now */
export type Wish = Readonly<{
  references: readonly string[]
  from: string | number | undefined
  to: string | number | undefined
  every: Step | undefined
  isPerKw: boolean
}>

const queryOf = ({ references, from, to, every, isPerKw }: Wish) => ({
  series: references,
  from,
  to,
  every,
  ...(isPerKw ? { perKw: '1' as const } : {}),
})

export async function fetchExplored(wish: Wish, signal?: AbortSignal): Promise<Explored> {
  return toExplored(await call('GET /maintain-s/explorer/series', { query: queryOf(wish) }, { signal }))
}

/** The address of the whole file; undefined where a link cannot carry the session. */
export const fileAddress = (wish: Wish): string | undefined =>
  hasBearer() ? undefined : `${addressOf('GET /maintain-s/explorer/csv')}${toQuery(queryOf(wish))}`

/** A series of a quantity that this page does not know is left out. */
export const toExplored = ({ series, ...span }: CallReply<'GET /maintain-s/explorer/series'>): Explored => ({
  ...span,
  series: series.flatMap(({ quantity, ...line }) => (isQuantityId(quantity) ? [toSeries(line, quantity)] : [])),
})

function toSeries(
  { timesMs, values, least, greatest, estimatedMs, ...line }: Omit<WireSeries, 'quantity'>,
  quantity: QuantityId,
): ExploredSeries {
  const unsure = new Set(estimatedMs)
  return {
    ...line,
    quantity,
    points: timesMs.map((atMs, index) => ({
      atMs,
      value: values[index] ?? null,
      least: least[index] ?? null,
      greatest: greatest[index] ?? null,
      estimated: unsure.has(atMs),
    })),
  }
}
