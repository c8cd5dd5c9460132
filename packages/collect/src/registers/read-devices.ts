import {
  type Answer,
  type Block,
  type Dialog,
  type Candidate as Found,
  type OtherDevice,
  type Pace,
  type Reader,
  usualPace,
} from '@heliograph/devices/reads/modbus/dialog.ts'
import type { Candidate, Io, Opened, Target, Tell } from '../way.ts'
import type { OpenLine, PacedLine } from './line.ts'
import { readBlocks } from './read-blocks.ts'
import { runDialog } from './run-dialog.ts'

/** The conversations that find a device and open it again (packages/devices). */
export type ModbusDevices = Readonly<{
  probeEndpoint: (units?: readonly number[]) => Dialog<readonly Found[]>
  openDevice: (candidate: Found) => Dialog<Reader | OtherDevice | undefined>
}>

/** How the devices behind a kind of endpoint are reached. */
export type RegisterPath = Readonly<{
  openLine: OpenLine
  /** Before the family is known: some dongles answer seconds after the connection. */
  firstPace: Pace
  /** Units that are not there stay silent: this long for each. */
  probePace: Pace
  /** The pace of a family on this path. Missing: its own. */
  paceOf?: (pace: Pace) => Pace
  /** The endpoint serves one client, whatever the family does. */
  isSingle?: true
}>

/** A person waits for it. */
const MOST_PROBE_MS = 75_000
const MOST_RECONNECTS = 30
/** Another connection would end the same way. */
const FINAL: readonly string[] = ['busy', 'offline', 'not allowed']

/** @throws Error when nothing takes the connection, or it is lost again and again */
export async function probeDevices(
  dialog: Dialog<readonly Found[]>,
  options: Readonly<{ path: RegisterPath; settings: unknown; io: Io; hear?: (answer: Answer) => Answer }>,
): Promise<readonly Found[]> {
  const { path, settings, io, hear = (answer) => answer } = options
  const { openLine, probePace } = path
  const endMs = io.clock.now() + MOST_PROBE_MS
  let line: PacedLine | undefined = await openLine(io, settings, probePace.connectPauseMs)
  let reconnects = 0
  const ask = async (block: Block): Promise<Answer> => {
    try {
      line ??= await openLine(io, settings, 0)
      return await line.ask(block, probePace)
    } catch (error) {
      // A peer that hangs up at a unit which it does not have is asked for the others.
      line = undefined
      const isFinal = error instanceof Error && FINAL.includes(error.message)
      if (isFinal || ++reconnects > MOST_RECONNECTS) throw error
      return undefined
    }
  }
  try {
    return await runDialog(dialog, async (block) => (io.clock.now() < endMs ? hear(await ask(block)) : undefined))
  } finally {
    line?.close()
  }
}

export const toCandidate = (found: Found): Candidate => ({
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

export async function openDevices(
  openDevice: ModbusDevices['openDevice'],
  { path, target, io, tell }: Readonly<{ path: RegisterPath; target: Target; io: Io; tell: Tell }>,
): Promise<Opened> {
  const { memory = new Map<string, unknown>() } = io
  const { openLine, firstPace, paceOf = (own) => own } = path
  const pace = (memory.get('pace') as Pace | undefined) ?? firstPace
  const line = await openLine(io, target.settings, pace.connectPauseMs)
  const readers = new Map<string, Reader>()
  /** Devices that answered in this round. */
  const awake = new Set<string>()
  const others = new Set<string>()

  const openMissing = async (): Promise<void> => {
    for (const { key, opens } of target.devices) {
      if (readers.has(key) || others.has(key)) continue
      const ask = (block: Block) => line.ask(block, pace)
      const opened = await runDialog(openDevice(opens as Found), ask)
      if (opened === undefined) tell.asleep(key)
      else if ('otherSerial' in opened) {
        others.add(key)
        tell.otherDevice(key, opened.otherSerial)
      } else {
        readers.set(key, opened)
        awake.add(key)
      }
    }
    if (readers.size === 0 && others.size === 0) throw new Error('silent')
    const paces = [...readers.values()].map((reader) => paceOf(reader.pace))
    memory.set('pace', slowest(paces) ?? firstPace)
  }
  try {
    await openMissing()
  } catch (error) {
    line.close()
    throw error
  }
  return {
    isSingle: path.isSingle === true || [...readers.values()].some(({ isSingle }) => isSingle),
    ended: line.ended,
    close: line.close,
    poll: async () => {
      await openMissing()
      for (const [key, reader] of readers) {
        const ask = (block: Block) => line.ask(block, paceOf(reader.pace))
        const { replies, leftOut, isAsleep } = await readBlocks(reader.blocks, {
          ask,
          memory,
          nowMs: io.clock.now(),
          isAwake: awake.delete(key),
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
function slowest(paces: readonly Pace[]): Pace | undefined {
  if (paces.length === 0) return undefined
  const most = (read: (pace: Pace) => number): number => Math.max(0, ...paces.map(read))
  return {
    connectPauseMs: most((pace) => pace.connectPauseMs),
    timeoutMs: Math.max(
      usualPace.timeoutMs,
      most((pace) => pace.timeoutMs),
    ),
    gapMs: most((pace) => pace.gapMs),
  }
}
