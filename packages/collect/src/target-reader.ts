import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { createCadence } from './cadence.ts'
import type { Clock } from './clock.ts'
import { createEndpoint, type EndpointState } from './endpoint.ts'
import { type LiveReading, toLive } from './live-readings.ts'
import { createStoreWindow, type Stored, type StoreWindow } from './store-window.ts'
import type { Candidate, Exchange, Heard, Io, NamedNumber, Target, Way } from './way.ts'

/** A target is noted at least this often while its endpoint answers. */
export const CONTACT_MS = MINUTE_MS
/** A report that says nothing new is written this seldom. */
const REPORT_MS = 20_000
/** Devices behind one endpoint: a bus of meters has dozens. */
export const MOST_DEVICES = 64

/** An endpoint that is read, and how often. */
export type ReadTarget = Readonly<{
  host: string
  port: number
  settings: unknown
  devices: readonly Candidate[]
  assigned?: Target['assigned']
  pollMs: number
  storeMs: number
  /** Between two of its records, as it is known so far. */
  intervalMs: number
}>

/** An exchange with its bytes in hexadecimal. */
type KeptExchange = Omit<Exchange, 'sent' | 'received'> & Readonly<{ sent: string; received: string }>

/** The state of a target for the page. */
export type TargetReport = Omit<EndpointState, 'exchanges'> &
  Readonly<{ live: readonly LiveReading[]; exchanges: readonly KeptExchange[] }>

/** A reading to store, and how far apart those of its target are. */
export type ToStore = Readonly<{
  stored: Stored
  intervalMs: number
}>

/** Reads one target: its endpoint, the windows of its devices, and what the page shows of it. */
export type TargetReader = Readonly<{
  /** @throws Error with the reason when nothing could be read */
  refresh: () => Promise<void>
  /** Stores what is due. */
  flush: (nowMs: number) => void
  /** Whether its endpoint answers and nothing was said of it for a minute; noted with the question. */
  takeContact: (nowMs: number) => boolean
  intervalMs: () => number
  /** undefined: it says nothing new. @param isWanted a person waits for it */
  takeReport: (nowMs: number, isWanted: boolean) => TargetReport | undefined
  /** Numbers that the owner of the source named. */
  numbers: () => readonly NamedNumber[]
  /** @param isKept what was read and not stored is stored */
  close: (isKept: boolean) => void
}>

export function createTargetReader(
  options: Readonly<{
    target: ReadTarget
    way: Way
    clock: Clock
    random: () => number
    reach: Pick<Io, 'connect' | 'askLogger'>
    store: (reading: ToStore) => void
  }>,
): TargetReader {
  const { target, clock } = options
  const windows = new Map<string, StoreWindow>()
  const live = new Map<string, LiveReading>()
  const cadence = createCadence({ firstMs: target.intervalMs, leastMs: target.storeMs })
  let contactAtMs = 0
  let reported = ''
  let reportedAtMs = 0

  const store = (all: readonly Stored[]): void => {
    for (const stored of all) {
      const { decoded, atMs } = stored
      cadence.note(decoded.deviceSerial, atMs)
      options.store({ stored, intervalMs: cadence.intervalMs() })
    }
  }
  const hear = (heard: Heard): void => {
    const decoded = withNames(heard, target)
    const { deviceSerial } = decoded
    if (deviceSerial === '' || (!windows.has(deviceSerial) && windows.size >= MOST_DEVICES)) return
    const atMs = heard.atMs ?? clock.now()
    live.set(deviceSerial, toLive(decoded, atMs))
    const window = windows.get(deviceSerial) ?? createStoreWindow(target.storeMs)
    windows.set(deviceSerial, window)
    contactAtMs = clock.now()
    store(window.add(decoded, heard.raw, atMs, clock.now()))
  }
  const endpoint = createEndpoint({
    way: options.way,
    target,
    clock,
    random: options.random,
    intervalMs: target.pollMs,
    ...options.reach,
    heard: hear,
  })
  return {
    refresh: endpoint.refresh,
    flush: (nowMs) => {
      for (const window of windows.values()) store(window.flush(nowMs))
    },
    takeContact: (nowMs) => {
      if (endpoint.state().state !== 'working' || nowMs - contactAtMs < CONTACT_MS) return false
      contactAtMs = nowMs
      return true
    },
    intervalMs: cadence.intervalMs,
    takeReport: (nowMs, isWanted) => {
      const state = endpoint.state()
      const { failure, asleep, otherDevices, leftOut } = state
      const names = endpoint.numbers().map(({ device, name }) => [device, name])
      const gist = JSON.stringify([state.state, failure?.reason, asleep, otherDevices, leftOut, names])
      if (!isWanted && gist === reported && nowMs - reportedAtMs < REPORT_MS) return undefined
      reported = gist
      reportedAtMs = nowMs
      const exchanges = state.exchanges.map((exchange) => ({
        ...exchange,
        sent: toHex(exchange.sent),
        received: toHex(exchange.received),
      }))
      return { ...state, exchanges, live: [...live.values()] }
    },
    numbers: endpoint.numbers,
    close: (isKept) => {
      endpoint.close()
      if (isKept) for (const window of windows.values()) store(window.flush(Number.POSITIVE_INFINITY))
    },
  }
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** A device whose reader does not name its model is named by what was found. */
function withNames({ decoded, deviceKey }: Heard, { devices }: ReadTarget): Heard['decoded'] {
  const found = devices.find(({ key }) => key === deviceKey)
  const model = cleanLine([found?.maker, decoded.texts.model ?? found?.model].filter(Boolean).join(' '))
  return model === '' ? decoded : { ...decoded, texts: { ...decoded.texts, model } }
}
