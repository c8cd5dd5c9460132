import type { LiveEvent } from '@heliograph/contract/maintain-s/system.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { addressOf, hasBearer, keepStreamed } from './call.ts'
import { CallFailure } from './failure.ts'
import { hasFirstAnswer } from './first-answers.ts'
import { noteSession } from './kept-state.ts'
import { type LiveMode, startLive, whileVisible } from './live-source.ts'
import { fetchNow, type PlantNow, toPlantNow } from './plant-now.ts'
import { plantNowKey } from './queries.ts'
import { useServerState } from './server-state.ts'

export type LivePlant = Readonly<{
  /** The last values received; undefined until the first arrive. They stay while the connection is down. */
  now: PlantNow | undefined
  /** When the values were measured, by this computer's clock (so that `now - measuredAtMs` is their true age). */
  measuredAtMs: number | undefined
  /** Values older than this are late: three upload intervals of the plant's slowest logger. */
  staleAfterMs: number
  mode: LiveMode
  /** The last failure while there are no values at all. */
  failure: CallFailure | undefined
  retry: () => void
}>

type Heard = Readonly<{ now: PlantNow; measuredAtMs: number | undefined }>

const DEFAULT_INTERVAL_S = 300

const lateAfterMs = (intervalS: number): number => 3 * intervalS * 1000

/** Before anything was heard. */
export const noValues: LivePlant = {
  now: undefined,
  measuredAtMs: undefined,
  staleAfterMs: lateAfterMs(DEFAULT_INTERVAL_S),
  mode: 'connecting',
  failure: undefined,
  retry: () => undefined,
}

/** The two clocks may differ by minutes; an age is correct only if both instants are from one clock. */
const toHeard = (now: PlantNow, nowMs: number): Heard => ({
  now,
  measuredAtMs: now.sampledAtMs === null ? undefined : nowMs - (now.serverAtMs - now.sampledAtMs),
})

const firstNowKey = (plantId: number) => ['first-now', plantId] as const

/** The values of the document, for a drawing without effects (drawn/draw-screen.tsx). */
export async function keepFirstNow(client: QueryClient, plantId: number): Promise<void> {
  if (!hasFirstAnswer(`/maintain-s/fast/system/${plantId}`)) return
  client.setQueryData(firstNowKey(plantId), toHeard(await fetchNow(plantId), Date.now()))
}

/** The live values of a plant: a stream, or a poll every 10 s; stopped while the page is hidden. */
export function useLivePlant(plantId: number): LivePlant {
  const client = useQueryClient()
  const [heard, setHeard] = useState<(Heard & { plantId: number }) | undefined>(() => {
    const first = client.getQueryData<Heard>(firstNowKey(plantId))
    return first && { plantId, ...first }
  })
  const [mode, setMode] = useState<LiveMode>('connecting')
  const [failure, setFailure] = useState<CallFailure>()
  const [round, setRound] = useState(0)
  const { isAway } = useServerState()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a retry
  useEffect(() => {
    setFailure(undefined)
    let isCurrent = noteSession()
    let hasHeard = false
    const opening = new AbortController()
    // The values of the document stand until the stream's first.
    if (hasFirstAnswer(`/maintain-s/fast/system/${plantId}`))
      void fetchNow(plantId, opening.signal).then(
        (now) =>
          setHeard((before) => (before?.plantId === plantId ? before : { plantId, ...toHeard(now, Date.now()) })),
        () => undefined,
      )
    const source = startLive({
      openStream: hasBearer()
        ? undefined
        : () => {
            // The page may stay while its identity changes: the server ends the stream, and the next is of the new session.
            isCurrent = noteSession()
            return new EventSource(addressOf('GET /maintain-s/live/station/{id}', { id: plantId }))
          },
      read: (data) => {
        const { system } = data as LiveEvent
        keepStreamed('GET /maintain-s/fast/system/{id}', { id: plantId }, system, isCurrent)
        return toPlantNow(system)
      },
      poll: (signal) => fetchNow(plantId, signal),
      onNow: (now) => {
        const show = (): void => {
          setFailure(undefined)
          setHeard({ plantId, ...toHeard(now, Date.now()) })
          // The last answer that this device kept is not the plant's present.
          if (now.isKept) setMode('connecting')
          client.setQueryData(plantNowKey(plantId), now)
        }
        // The first are waited for; the others are drawn in pieces between which presses are answered.
        if (hasHeard) startTransition(show)
        else show()
        hasHeard = true
      },
      onMode: setMode,
      onFault: (fault) => {
        if (!(fault instanceof CallFailure)) return
        setFailure(fault)
      },
      jitter: Math.random,
    })
    const stop = whileVisible(source)
    return () => {
      opening.abort()
      stop()
    }
  }, [plantId, client, round])

  // One press asks for everything again; once something is answered, so is this.
  const wasAway = useRef(isAway)
  useEffect(() => {
    if (wasAway.current && !isAway && failure !== undefined) setRound((value) => value + 1)
    wasAway.current = isAway
  }, [isAway, failure])

  const retry = useCallback(() => setRound((value) => value + 1), [])
  const current = heard?.plantId === plantId ? heard : undefined
  return useMemo(
    () => ({
      now: current?.now,
      measuredAtMs: current?.measuredAtMs,
      staleAfterMs: lateAfterMs(current?.now.intervalS || DEFAULT_INTERVAL_S),
      mode,
      failure: current ? undefined : failure,
      retry,
    }),
    [current, mode, failure, retry],
  )
}
