/** Live values as a stream, or by polling where streams do not work. No React here: see live.ts and live-plants.ts. */
import { MINUTE_MS } from '@heliograph/domain/duration.ts'

export type LiveMode = 'connecting' | 'live' | 'polling' | 'paused'

export const POLL_MS = 10_000
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = MINUTE_MS
/**
 * Heartbeats are comments, which scripts cannot see: a stream this silent may be dead without being closed, so it is
 * reopened.
 */
export const SILENCE_MS = 180_000

export type LiveDeps<Value> = Readonly<{
  /** undefined where a stream cannot carry the session. */
  openStream: (() => EventSource) | undefined
  /** The value of an event's data, which may be anything. */
  read: (data: unknown) => Value
  poll: (signal: AbortSignal) => Promise<Value>
  pollMs?: number
  onNow: (now: Value) => void
  onMode: (mode: LiveMode) => void
  onFault: (fault: unknown) => void
  /** Random share of a delay, 0 to 1, so that clients do not all reconnect at once after a restart. */
  jitter: () => number
}>

export type LiveSource = Readonly<{ pause: () => void; resume: () => void; stop: () => void }>

export const retryDelayMs = (failures: number, jitter: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.max(0, failures - 1), LONGEST_RETRY_MS) * (1 + jitter * 0.3)

export function startLive<Value>(deps: LiveDeps<Value>): LiveSource {
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
      if (!controller.signal.aborted) {
        deps.onMode('polling')
        deps.onNow(now)
      }
    } catch (fault) {
      if (!controller.signal.aborted) {
        deps.onMode('connecting')
        deps.onFault(fault)
      }
    }
    if (!controller.signal.aborted) pollTimer = setTimeout(() => void poll(), deps.pollMs ?? POLL_MS)
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
      const now = parse(event.data, deps.read)
      if (now === undefined) return
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

function parse<Value>(data: string, read: (data: unknown) => Value): Value | undefined {
  try {
    return read(JSON.parse(data))
  } catch {
    return undefined
  }
}

/** Pauses a source while the page is hidden. @returns the way to stop both */
export function whileVisible(source: LiveSource): () => void {
  const onVisibility = (): void => (document.hidden ? source.pause() : source.resume())
  onVisibility()
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    source.stop()
  }
}
