/** Streams of loggers that go on to a cloud of their maker. */
import type { LoggerForward } from '@heliograph/contract/maintain-s/forward.ts'
import { call } from './call.ts'
import { plantKey } from './queries.ts'
import { toMs } from './wire-time.ts'

export type Forward = Readonly<{
  cloud: string
  startedMs: number
  state: LoggerForward['state']
  connectedMs: number | null
  lastError: Readonly<{ reason: NonNullable<LoggerForward['lastError']>['reason']; atMs: number }> | null
  sent: LoggerForward['sent']
  received: LoggerForward['received']
  missedRecords: number
}>
export type ForwardableLogger = Readonly<{ id: number; serial: string; name: string; forward: Forward | undefined }>
export type Forwards = Readonly<{ clouds: readonly string[]; loggers: readonly ForwardableLogger[] }>

export const forwardsKey = (plantId: number) => [...plantKey(plantId), 'forwards'] as const

export const forwardsQuery = (plantId: number) => ({
  queryKey: forwardsKey(plantId),
  queryFn: ({ signal }: Readonly<{ signal: AbortSignal }>) => fetchForwards(plantId, signal),
})

async function fetchForwards(plantId: number, signal: AbortSignal): Promise<Forwards> {
  const reply = await call('GET /maintain-s/power/system/{id}/forwards', { params: { id: plantId } }, { signal })
  return {
    clouds: reply.clouds.map(({ cloud }) => cloud),
    loggers: reply.loggers.map(({ loggerId, serial, name, forward }) => ({
      id: loggerId,
      serial,
      name,
      forward: forward === null ? undefined : toForward(forward),
    })),
  }
}

function toForward({ startedAt, connectedAt, lastError, ...same }: LoggerForward): Forward {
  return {
    ...same,
    startedMs: startedAt * 1000,
    connectedMs: toMs(connectedAt),
    lastError: lastError === null ? null : { reason: lastError.reason, atMs: lastError.at * 1000 },
  }
}

export const startForward = (plantId: number, loggerId: number, cloud: string) =>
  call('POST /maintain-s/power/system/{id}/gateway/{gid}/forward', {
    params: { id: plantId, gid: loggerId },
    body: { cloud },
  })

export const stopForward = (plantId: number, loggerId: number) =>
  call('DELETE /maintain-s/power/system/{id}/gateway/{gid}/forward', { params: { id: plantId, gid: loggerId } })
