import { readObis } from '@heliograph/devices/reads/obis/obis.ts'
import type { Decoded } from '@heliograph/domain/reading.ts'
import { createMeterStream, type MeterStream } from '@heliograph/wires/meter/stream.ts'
import { createFlowLimit } from '../flow-limit.ts'
import type { Candidate, Heard, Io, Opened, Target, Tell, Way } from '../way.ts'

/** DSMR meters send each 10 s, some of mode D each minute. */
const SILENT_MS = 150_000
const PROBE_MS = 15_000
const CONNECT_MS = 5_000
/** Of a telegram, for the page. */
const MOST_NOTED_BYTES = 1_024
/** The fastest serial line brings 115 KB in ten seconds. */
const MOST_FLOW_BYTES = 256 * 1024

type Reading = Readonly<{ decoded: Decoded; raw: Uint8Array }>

/** Meters that send by themselves over TCP: P1 and mode D as text, SML. Nothing is ever sent to them. */
export const meterStream: Way = {
  id: 'meter-stream',
  // Serial bridges and P1 dongles.
  ports: [23, 8088, 2001, 5555],
  secrets: [],
  readSettings: (value) => {
    if (value === undefined || value === null) return {}
    const [name] = typeof value === 'object' && !Array.isArray(value) ? Object.keys(value) : ['settings']
    if (name !== undefined) throw new RangeError(name)
    return {}
  },
  probe: async (_settings, io) => {
    const found = new Map<string, Candidate>()
    const link = await listen(io, ({ decoded }) => {
      const candidate = toCandidate(decoded)
      found.set(candidate.key, candidate)
      // One telegram names its meter: others behind the same address would send in turn.
      link.close('found')
    })
    const cancel = io.clock.after(PROBE_MS, () => link.close('silent'))
    await link.ended
    cancel()
    return [...found.values()]
  },
  open: (target, io, tell) => openTarget(target, io, tell),
}

function toCandidate({ deviceSerial, texts, values }: Decoded): Candidate {
  const hasEnergy = values.gridImportTotalWh !== undefined || values.gridExportTotalWh !== undefined
  return {
    key: deviceSerial,
    maker: '',
    model: texts.model ?? 'SML',
    serial: deviceSerial,
    confidence: hasEnergy ? 0.95 : 0.5,
    why: 'telegram',
    role: 'grid',
    opens: { serial: deviceSerial },
  }
}

async function openTarget({ devices }: Target, io: Io, tell: Tell): Promise<Opened> {
  const keys = new Map(devices.map(({ key, serial }) => [serial, key]))
  const [only] = devices
  let cancelSilence = (): void => {}
  const link = await listen(io, (reading) => {
    restart()
    const { deviceSerial } = reading.decoded
    const deviceKey = keys.get(deviceSerial)
    if (deviceKey !== undefined) tell.heard({ deviceKey, ...reading } satisfies Heard)
    else if (only) tell.otherDevice(only.key, deviceSerial)
  })
  const restart = (): void => {
    cancelSilence()
    cancelSilence = io.clock.after(SILENT_MS, () => link.close('silent'))
  }
  restart()
  void link.ended.then(() => cancelSilence())
  return { isSingle: false, ended: link.ended, close: () => link.close('closed') }
}

type Link = Readonly<{ ended: Promise<string>; close: (reason: string) => void }>

async function listen(io: Io, onReading: (reading: Reading) => void): Promise<Link> {
  const socket = await io.connect({ timeoutMs: CONNECT_MS })
  const stream = createMeterStream()
  let isOpen = true
  let tellEnd: (reason: string) => void = () => {}
  const ended = new Promise<string>((resolve) => {
    tellEnd = resolve
  })
  const close = (reason: string): void => {
    if (!isOpen) return
    isOpen = false
    socket.destroy()
    tellEnd(reason)
  }
  let faulty = 0
  socket.on('error', ({ message }) => close(message))
  socket.on('close', () => close('closed by the device'))
  const floods = createFlowLimit(io.clock, MOST_FLOW_BYTES)
  socket.on('data', (bytes: Buffer) => {
    if (floods(bytes.length)) return close('too many bytes')
    for (const { telegram, raw } of stream.push(bytes)) {
      if (!isOpen) return
      note(io, raw, 'answered')
      onReading({ decoded: readObis(telegram), raw })
    }
    const broken = countFaults(stream)
    if (broken > faulty) note(io, bytes, 'refused')
    faulty = broken
  })
  return { ended, close }
}

const countFaults = (stream: MeterStream): number =>
  Object.values(stream.faults()).reduce((sum, count) => sum + count, 0)

const note = (io: Io, received: Uint8Array, outcome: 'answered' | 'refused'): void =>
  io.note({
    atMs: io.clock.now(),
    about: { kind: outcome === 'answered' ? 'telegram' : 'brokenTelegram' },
    sent: new Uint8Array(),
    received: received.slice(0, MOST_NOTED_BYTES),
    outcome,
  })
