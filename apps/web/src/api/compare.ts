/** Energies of any days beside those of other days, and the day on which a plant's bill begins. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import { call } from './call.ts'
import { type Energies, toEnergies } from './plant-figures.ts'

export type Range = Readonly<{
  from: string
  to: string
  /** Days, and how many of them have data. */
  length: number
  known: number
  whole: Energies
  days: readonly Readonly<{ date: string; energies: Energies }>[]
}>
/** The chosen range first. */
export type Ranges = Readonly<{ currency: string; ranges: readonly Range[] }>

type Wish = Readonly<{ from: string; to: string; others: readonly string[] }>

export async function fetchRanges(id: number, { from, to, others }: Wish, signal?: AbortSignal): Promise<Ranges> {
  const query = { from, to, ...(others.length > 0 ? { with: [...others] } : {}) }
  return toRanges(await call('GET /maintain-s/history/power/{id}/range', { params: { id }, query }, { signal }))
}

const pad = (value: number): string => String(value).padStart(2, '0')

export const toRanges = (wire: CallReply<'GET /maintain-s/history/power/{id}/range'>): Ranges => ({
  currency: wire.currency,
  ranges: wire.rangeList.map(({ from, to, knownDays, statistics, records }) => ({
    from,
    to,
    length: records.length,
    known: knownDays,
    whole: toEnergies(statistics),
    days: records.map((row) => ({ date: `${row.year}-${pad(row.month)}-${pad(row.day)}`, energies: toEnergies(row) })),
  })),
})

export const fetchBillingDay = async (id: number, signal?: AbortSignal): Promise<number | null> =>
  (await call('GET /maintain-s/station/{id}/config/billing', { params: { id } }, { signal })).day

export const saveBillingDay = (id: number, day: number | null) =>
  call('POST /maintain-s/station/{id}/config/billing', { params: { id }, body: { day } })
