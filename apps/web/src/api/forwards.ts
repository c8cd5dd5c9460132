/** Streams of loggers that go on to a cloud of their maker. */
import type { CallReply, DeepReadonly } from '@heliograph/contract/calls.ts'
import { call } from './call.ts'
import { plantKey } from './queries.ts'

type Forwards = DeepReadonly<CallReply<'GET /maintain-s/power/system/{id}/forwards'>>
export type ForwardableLogger = Forwards['loggers'][number]
export type Forward = NonNullable<ForwardableLogger['forward']>

export const forwardsKey = (plantId: number) => [...plantKey(plantId), 'forwards'] as const

export const forwardsQuery = (plantId: number) => ({
  queryKey: forwardsKey(plantId),
  queryFn: ({ signal }: Readonly<{ signal: AbortSignal }>): Promise<Forwards> =>
    call('GET /maintain-s/power/system/{id}/forwards', { params: { id: plantId } }, { signal }),
})

export const startForward = (plantId: number, loggerId: number, cloud: string) =>
  call('POST /maintain-s/power/system/{id}/gateway/{gid}/forward', {
    params: { id: plantId, gid: loggerId },
    body: { cloud },
  })

export const stopForward = (plantId: number, loggerId: number) =>
  call('DELETE /maintain-s/power/system/{id}/gateway/{gid}/forward', { params: { id: plantId, gid: loggerId } })
