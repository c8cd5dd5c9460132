/** The live values of a plant as a stream, or by polling where streams do not work. No React here: see live.ts. */
import type { LiveEvent } from '@heliograph/contract/maintain-s/system.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { type PlantNow, toPlantNow } from './plant-now.ts'

export type LiveMode = 'connecting' | 'live' | 'polling' | 'paused'

export const POLL_MS = 10_000
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = MINUTE_MS
/**
 * Heartbeats are comments, which scripts cannot see: a stream this silent may be dead without being closed, so it is
 * reopened.
 */
export const SILENCE_MS = 180_000

export type LiveDeps = Readonly<{
  /** undefined where a stream cannot carry the session. */
  openStream: (() => EventSource) | undefined
  poll: (signal: AbortSignal) => Promise<PlantNow>
  onNow: (now: PlantNow) => void
  onMode: (mode: LiveMode) => void
  onFault: (fault: unknown) => void
  /** Random share of a delay, 0 to 1, so that clients do not all reconnect at once after a restart. */
  jitter: () => number
}>

export type LiveSource = Readonly<{ pause: () => void; resume: () => void; stop: () => void }>

export const retryDelayMs = (failures: number, jitter: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.max(0, failures - 1), LONGEST_RETRY_MS) * (1 + jitter * 0.3)

export function startLive(deps: LiveDeps): LiveSource {
  let stream: EventSource | undefined
  let failures = 0
  let running = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let pollTimer: ReturnType<typeof setTimeout> | undefined
  let silenceTimer: ReturnType<typeof setTimeout> | undefined
  let polling: AbortController | undefined

  const stopPolling = (): void => {
    clearTimeout(pollTimer)
    polling?.abort()
    polling = undefined
  }

  const poll = async (): Promise<void> => {
    const controller = new AbortController()
    polling = controller
    try {
      const now = await deps.poll(controller.signal)
      if (!controller.signal.aborted) deps.onNow(now)
    } catch (fault) {
      if (!controller.signal.aborted) deps.onFault(fault)
    }
    if (!controller.signal.aborted) pollTimer = setTimeout(() => void poll(), POLL_MS)
  }

  const closeStream = (): void => {
    clearTimeout(silenceTimer)
    stream?.close()
    stream = undefined
  }

  const fallBack = (): void => {
    closeStream()
    if (!running) return
    failures += 1
    deps.onMode('polling')
    if (!polling) void poll()
    clearTimeout(retryTimer)
    retryTimer = setTimeout(connect, retryDelayMs(failures, deps.jitter()))
  }

  const restartSilenceTimer = (): void => {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(connect, SILENCE_MS)
  }

  function connect(): void {
    if (!running) return
    if (!deps.openStream) {
      deps.onMode('polling')
      void poll()
      return
    }
    // Reopening a live stream is not reported.
    if (!polling && !stream) deps.onMode('connecting')
    closeStream()
    const opened = deps.openStream()
    stream = opened
    restartSilenceTimer()
    const read = (event: MessageEvent<string>): void => {
      if (stream !== opened) return
      restartSilenceTimer()
      const now = parse(event.data)
      if (!now) return
      failures = 0
      stopPolling()
      deps.onMode('live')
      deps.onNow(now)
    }
    opened.addEventListener('message', read)
    opened.addEventListener('error', () => {
      if (stream === opened) fallBack()
    })
  }

  const pause = (): void => {
    if (!running) return
    running = false
    clearTimeout(retryTimer)
    stopPolling()
    closeStream()
    deps.onMode('paused')
  }

  const resume = (): void => {
    if (running) return
    running = true
    failures = 0
    connect()
  }

  resume()
  return {
    pause,
    resume,
    stop: () => {
      running = false
      clearTimeout(retryTimer)
      stopPolling()
      closeStream()
    },
  }
}

function parse(data: string): PlantNow | undefined {
  try {
    return toPlantNow((JSON.parse(data) as LiveEvent).system)
  } catch {
    return undefined
  }
}
