import {
  type Dialog,
  type Candidate as Found,
  type OtherDevice,
  type Pace,
  type Reader,
  usualPace,
} from '@heliograph/devices/reads/modbus/dialog.ts'
import type { Candidate, Io, Opened, Target, Tell, Way } from '../way.ts'
import { openLine, type PacedLine } from './line.ts'
import { readBlocks } from './read-blocks.ts'
import { runDialog } from './run-dialog.ts'
import { type ModbusSettings, readSettings } from './settings.ts'

/** The conversations that find a device and open it again (packages/devices). */
export type ModbusDevices = Readonly<{
  probeEndpoint: (units?: readonly number[]) => Dialog<readonly Found[]>
  openDevice: (candidate: Found) => Dialog<Reader | OtherDevice | undefined>
}>

/** Before the family is known: some dongles answer seconds after the connection. */
const FIRST_PACE: Pace = { connectPauseMs: 1_000, timeoutMs: 15_000, gapMs: 100 }
/** Units that are not there stay silent: this long for each. */
const PROBE_PACE: Pace = { connectPauseMs: 1_000, timeoutMs: 3_000, gapMs: 50 }
/** A person waits for it. */
const MOST_PROBE_MS = 75_000
const MOST_RECONNECTS = 30

/** Modbus TCP, and RTU over TCP by choice: functions 3 and 4, never another. */
export const createModbusTcp = (devices: ModbusDevices): Way => ({
  id: 'modbus-tcp',
  ports: [502, 1502, 6607, 8899],
  secrets: [],
  readSettings,
  probe: (settings, io) => probe(devices, settings as ModbusSettings, io),
  open: (target, io, tell) => open(devices, target, io, tell),
})

async function probe(devices: ModbusDevices, settings: ModbusSettings, io: Io): Promise<readonly Candidate[]> {
  const endMs = io.clock.now() + MOST_PROBE_MS
  let line: PacedLine | undefined = await openLine(io, settings, PROBE_PACE.connectPauseMs)
  let reconnects = 0
  try {
    const found = await runDialog(
      devices.probeEndpoint(settings.unit === undefined ? undefined : [settings.unit]),
      async (block) => {
        if (io.clock.now() >= endMs) return undefined
        try {
          line ??= await openLine(io, settings, 0)
          return await line.ask(block, PROBE_PACE)
        } catch (error) {
          // A peer that hangs up at a unit which it does not have is asked for the others.
          line = undefined
          if (++reconnects > MOST_RECONNECTS) throw error
          return undefined
        }
      },
    )
    return found.map(toCandidate)
  } finally {
    line?.close()
  }
}

const toCandidate = (found: Found): Candidate => ({
  key: [found.wire, found.unit, found.serial || found.profileId].join(' '),
  maker: found.maker,
  model: found.model,
  serial: found.serial,
  ...(found.firmware === undefined ? {} : { firmware: found.firmware }),
  confidence: found.confidence,
  why: found.why,
  ...(found.role === undefined ? {} : { role: found.role }),
  opens: found,
})

async function open(devices: ModbusDevices, target: Target, io: Io, tell: Tell): Promise<Opened> {
  const { memory = new Map<string, unknown>() } = io
  const pace = (memory.get('pace') as Pace | undefined) ?? FIRST_PACE
  const line = await openLine(io, target.settings as ModbusSettings, pace.connectPauseMs)
  const readers = new Map<string, Reader>()
  const others = new Set<string>()

  const openMissing = async (): Promise<void> => {
    for (const { key, opens } of target.devices) {
      if (readers.has(key) || others.has(key)) continue
      const ask = (block: Parameters<typeof line.ask>[0]) => line.ask(block, pace)
      const opened = await runDialog(devices.openDevice(opens as Found), ask)
      if (opened === undefined) tell.asleep(key)
      else if ('otherSerial' in opened) {
        others.add(key)
        tell.otherDevice(key, opened.otherSerial)
      } else readers.set(key, opened)
    }
    if (readers.size === 0 && others.size === 0) throw new Error('silent')
    memory.set('pace', slowest([...readers.values()].map((reader) => reader.pace)))
  }
  try {
    await openMissing()
  } catch (error) {
    line.close()
    throw error
  }
  return {
    isSingle: [...readers.values()].some(({ isSingle }) => isSingle),
    ended: line.ended,
    close: line.close,
    poll: async () => {
      await openMissing()
      for (const [key, reader] of readers) {
        const ask = (block: Parameters<typeof line.ask>[0]) => line.ask(block, reader.pace)
        const { replies, leftOut, isAsleep } = await readBlocks(reader.blocks, {
          ask,
          memory,
          nowMs: io.clock.now(),
        })
        tell.leftOut(key, leftOut)
        if (isAsleep) tell.asleep(key)
        if (replies.length === 0) continue
        const raw = new TextEncoder().encode(
          JSON.stringify(replies.map(({ block, words }) => [block.function, block.address, ...words])),
        )
        for (const decoded of reader.decode(replies)) tell.heard({ deviceKey: key, decoded, raw })
      }
    },
  }
}

/** Devices behind one endpoint share its line. */
function slowest(paces: readonly Pace[]): Pace {
  const most = (read: (pace: Pace) => number): number => Math.max(0, ...paces.map(read))
  if (paces.length === 0) return FIRST_PACE
  return {
    connectPauseMs: most((pace) => pace.connectPauseMs),
    timeoutMs: Math.max(
      usualPace.timeoutMs,
      most((pace) => pace.timeoutMs),
    ),
    gapMs: most((pace) => pace.gapMs),
  }
}
