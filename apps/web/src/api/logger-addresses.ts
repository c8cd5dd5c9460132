/** From where records of a logger came, and what was taken back of them. */
import type { LoggerAddress, TakeBack } from '@heliograph/contract/maintain-s/gateway.ts'
import { call } from './call.ts'

export type { LoggerAddress, TakeBack }

type Place = Readonly<{ plantId: number; loggerId: number }>
const paramsOf = ({ plantId, loggerId }: Place) => ({ id: plantId, gid: loggerId })

export const fetchAddresses = (place: Place, signal?: AbortSignal) =>
  call('GET /maintain-s/power/system/{id}/gateway/{gid}/addresses', { params: paramsOf(place) }, { signal })

type Wanted = Readonly<{ address: string; sinceMs: number }>

export const previewTakeBack = (place: Place, wanted: Wanted, signal?: AbortSignal) =>
  call(
    'POST /maintain-s/power/system/{id}/gateway/{gid}/addresses/preview',
    { params: paramsOf(place), body: wanted },
    { signal },
  )

export const takeBack = (place: Place, wanted: Wanted) =>
  call('POST /maintain-s/power/system/{id}/gateway/{gid}/addresses/takeBack', {
    params: paramsOf(place),
    body: wanted,
  })

export const giveBack = (place: Place, number: number) =>
  call('POST /maintain-s/power/system/{id}/gateway/{gid}/addresses/giveBack', {
    params: paramsOf(place),
    body: { number },
  })
