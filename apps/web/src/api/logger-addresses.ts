/** From where records of a logger came, and what was taken back of them. */
import type { TakeBack as WireTakeBack } from '@heliograph/contract/maintain-s/gateway.ts'
import { call } from './call.ts'

export type LoggerAddress = Readonly<{ address: string; firstMs: number; lastMs: number; records: number }>
export type TakeBack = Readonly<
  Pick<WireTakeBack, 'number' | 'address' | 'state' | 'records'> & {
    sinceMs: number
    takenAtMs: number
    by: string | null
  }
>
export type LoggerAddresses = Readonly<{ addresses: readonly LoggerAddress[]; taken: readonly TakeBack[] }>

type Place = Readonly<{ plantId: number; loggerId: number }>
const paramsOf = ({ plantId, loggerId }: Place) => ({ id: plantId, gid: loggerId })

export async function fetchAddresses(place: Place, signal?: AbortSignal): Promise<LoggerAddresses> {
  const asked = { params: paramsOf(place) }
  const wire = await call('GET /maintain-s/power/system/{id}/gateway/{gid}/addresses', asked, { signal })
  return {
    addresses: wire.addresses.map(({ firstSeen, lastSeen, ...same }) => ({
      ...same,
      firstMs: firstSeen * 1000,
      lastMs: lastSeen * 1000,
    })),
    taken: wire.takeBacks.map(({ since, takenAt, takenBy, ...same }) => ({
      ...same,
      by: takenBy,
      sinceMs: since * 1000,
      takenAtMs: takenAt * 1000,
    })),
  }
}

type Wanted = Readonly<{ address: string; sinceMs: number }>
const bodyOf = ({ address, sinceMs }: Wanted) => ({ address, since: Math.floor(sinceMs / 1000) })

export const previewTakeBack = (place: Place, wanted: Wanted, signal?: AbortSignal) =>
  call(
    'POST /maintain-s/power/system/{id}/gateway/{gid}/addresses/preview',
    { params: paramsOf(place), body: bodyOf(wanted) },
    { signal },
  )

export const takeBack = (place: Place, wanted: Wanted) =>
  call('POST /maintain-s/power/system/{id}/gateway/{gid}/addresses/takeBack', {
    params: paramsOf(place),
    body: bodyOf(wanted),
  })

export const giveBack = (place: Place, number: number) =>
  call('POST /maintain-s/power/system/{id}/gateway/{gid}/addresses/giveBack', {
    params: paramsOf(place),
    body: { number },
  })
