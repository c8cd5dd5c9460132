import type { Clock } from '../clock.ts'
import type { DeviceGate } from '../reach/device-gate.ts'
import type { Candidate, Io, Way } from '../way.ts'
import { findSticks } from './find-sticks.ts'
import { type ProbeReason, probeReason } from './probe-reason.ts'
import type { ScanNetwork } from './scan-network.ts'
import { type Place, sweep } from './sweep.ts'

/** A place where something answers. */
export type Hit = Place &
  Readonly<{
    /** '': no way to read it is known. */
    way: string
    settings: unknown
    /** found, or why nothing is known of what answers there. */
    state: 'found' | 'unknown' | ProbeReason
    /** Of a stick that named itself. */
    stick: string
    devices: readonly Candidate[]
  }>

const KNOCK_MS = 300
/** Devices that are asked what they are at once. */
const MOST_PROBES = 6
/** Of the whole, until all places were tried. */
const SWEEP_SHARE = 0.4
/** A web server that is no device is none of our business. */
const EVERYDAY_PORTS: readonly number[] = [80, 443]

/**
 * Looks which places of a network take a connection, and asks those by the ways that usually answer there. Nothing is
 * contacted that the gate does not allow, nor a place that is read already.
 */
export async function runScan(
  options: Readonly<{
    network: ScanNetwork
    ports: readonly number[]
    gate: DeviceGate
    ways: Readonly<Record<string, Way>>
    clock: Clock
    signal: AbortSignal
    /** Places that are read already. */
    isTaken: (place: Place) => boolean
    /** UDP port of sticks; tests have their own. */
    stickPort?: number
    onProgress: (share: number) => void
    onHit: (hit: Hit) => void
  }>,
): Promise<void> {
  const { network, ports, gate, clock, signal, isTaken, onProgress, onHit } = options
  const places = ports
    .flatMap((port) => network.hosts.map((host) => ({ host, port })))
    .filter((place) => gate.mayReach(place.host, place.port) && !isTaken(place))
  const isAllowed = (host: string): boolean => ports.some((port) => gate.mayReach(host, port))
  const asked = [...(network.broadcast ? [network.broadcast] : []), ...network.hosts].filter(isAllowed)
  const [sticks, open] = await Promise.all([
    findSticks({
      addresses: asked,
      isAllowed: (host) => network.hosts.includes(host) && isAllowed(host),
      clock,
      signal,
      ...(options.stickPort !== undefined && { port: options.stickPort }),
      // Without it there are fewer hints, no fewer devices.
    }).catch(() => []),
    sweep({
      places,
      signal,
      knock: ({ host, port }) =>
        gate.connect(host, port, { timeoutMs: KNOCK_MS }).then(
          (socket) => {
            socket.destroy()
            return true
          },
          () => false,
        ),
      onTried: (count) => onProgress((SWEEP_SHARE * count) / Math.max(1, places.length)),
    }),
  ])
  const serialOf = (host: string): string => sticks.find(({ address }) => address === host)?.serial ?? ''
  const quiet = sticks.filter(({ address }) => !open.some(({ host, port }) => host === address && port === 8899))
  for (const { address: host, serial: stick } of quiet)
    if (!isTaken({ host, port: 8899 }))
      onHit({ host, port: 8899, way: 'solarman-local', settings: {}, state: 'refused', stick, devices: [] })

  const canceled = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('canceled')), { once: true })
  })
  canceled.catch(() => {})
  let next = 0
  let done = 0
  const walk = async (): Promise<void> => {
    while (next < open.length && !signal.aborted) {
      const place = open[next++]
      if (place === undefined) return
      const hit = await probePlace(place, { ...options, canceled, serial: serialOf(place.host) })
      if (signal.aborted) return
      onProgress(SWEEP_SHARE + ((1 - SWEEP_SHARE) * ++done) / open.length)
      if (hit.state === 'found' || !EVERYDAY_PORTS.includes(place.port)) onHit(hit)
    }
  }
  await Promise.all(Array.from({ length: MOST_PROBES }, walk))
}

/** Asks a place by each way that usually answers at its port. */
async function probePlace(
  { host, port }: Place,
  {
    gate,
    ways,
    clock,
    signal,
    canceled,
    serial,
  }: Pick<Parameters<typeof runScan>[0], 'gate' | 'ways' | 'clock' | 'signal'> & {
    readonly canceled: Promise<never>
    readonly serial: string
  },
): Promise<Hit> {
  const stick = port === 8899 ? serial : ''
  let best: Hit = { host, port, way: '', settings: {}, state: 'unknown', stick, devices: [] }
  const candidates = Object.values(ways)
    .filter(({ ports }) => ports.includes(port))
    // At 8899 a stick is likelier than a serial bridge.
    .sort((a, b) => a.ports.indexOf(port) - b.ports.indexOf(port))
  for (const way of candidates) {
    if (signal.aborted) return best
    const settings = way.readSettings(settingsFor(way.id, port, stick))
    const io: Io = {
      clock,
      memory: new Map(),
      note: () => {},
      connect: (input) => gate.connect(host, port, input),
    }
    const { state, devices } = await Promise.race([way.probe(settings, io), canceled]).then(
      (found) => ({ state: found.length > 0 ? ('found' as const) : ('unknown' as const), devices: found }),
      (error: unknown) => ({ state: probeReason(error), devices: [] }),
    )
    if (state === 'found') return { host, port, way: way.id, settings, state, stick, devices }
    // The likeliest way says best why.
    if (best.way === '') best = { ...best, way: way.id, settings, state }
  }
  return best
}

function settingsFor(way: string, port: number, stick: string): object {
  if (way === 'solarman-local' && stick !== '') return { serial: Number(stick) }
  return port === 443 ? { isTls: true } : {}
}
