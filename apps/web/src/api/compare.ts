/** Energies of any days beside those of other days, and the day on which a plant's bill begins. */
import { type Range, range } from '@heliograph/contract/codecs/periods.ts'
import { call } from './call.ts'

export type { Range }
/** The chosen range first. */
export type Ranges = Readonly<{ currency: string; ranges: readonly Range[] }>

type Wish = Readonly<{ from: string; to: string; others: readonly string[] }>

export async function fetchRanges(id: number, { from, to, others }: Wish, signal?: AbortSignal): Promise<Ranges> {
  const query = { from, to, ...(others.length > 0 ? { with: others } : {}) }
  const answer = await call('GET /maintain-s/history/power/{id}/range', { params: { id }, query }, { signal })
  return { currency: answer.currency, ranges: answer.ranges.map(range.fromWire) }
}

export const fetchBillingDay = async (id: number, signal?: AbortSignal): Promise<number | null> =>
  (await call('GET /maintain-s/station/{id}/config/billing', { params: { id } }, { signal })).day

export const saveBillingDay = (id: number, day: number | null) =>
  call('POST /maintain-s/station/{id}/config/billing', { params: { id }, body: { day } })
