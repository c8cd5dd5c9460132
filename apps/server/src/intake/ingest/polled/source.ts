import { CONTACT_MS } from '@heliograph/collect/target-reader.ts'
import { toSourceId } from '../../../fleet/loggers/source.ts'
import type { Outcome } from '../outcomes.ts'
import type { OpenSource, Source } from '../source.ts'
import { type PolledReading, toRecord, WIRE_ID } from './record.ts'

/** The target that was read: the address of its logger and its wire, if it is not polled itself; the address of its device, and how often it is stored. */
export type PolledFrom = Readonly<{ wire?: string; logger: string; address: string; intervalMs: number }>

export type PolledDesk = Readonly<{
  /** Resolves after the commit. full: it is not taken now, and is kept nowhere. */
  store: (from: PolledFrom, reading: PolledReading) => Promise<Outcome | 'full'>
  /** The endpoint answered, without values to store: an inverter at night. */
  noteContact: (from: PolledFrom) => Promise<void>
}>

/** Takes what this server reads itself. */
export const openPolled: OpenSource<Source & PolledDesk> = ({ port, now }) => {
  const heardBy = ({ address, intervalMs }: PolledFrom, atMs: number) => ({
    atMs,
    address,
    facts: { intervalS: Math.ceil(intervalMs / 1000), heartbeatS: CONTACT_MS / 1000 },
  })
  const isOwn = ({ wire = WIRE_ID }: PolledFrom): boolean => wire === WIRE_ID
  let frames = 0
  return {
    start: async () => {},
    close: async () => {},
    stats: () => ({ frames }),
    store: async (from, reading) => {
      // Nothing would take it before the next one comes.
      if (port.isFull()) return 'full'
      frames += 1
      const receivedAtMs = now()
      const receipt = await port.submit({
        source: toSourceId({ wire: from.wire ?? WIRE_ID, address: from.logger }),
        receivedAtMs,
        // A logger that sends by itself says itself how it is.
        ...(isOwn(from) && { heard: { ...heardBy(from, receivedAtMs), dataAtMs: receivedAtMs } }),
        record: toRecord(reading),
      })
      return receipt.outcome
    },
    noteContact: async (from) => {
      if (port.isFull() || !isOwn(from)) return
      const receivedAtMs = now()
      const source = toSourceId({ wire: WIRE_ID, address: from.logger })
      await port.submit({ source, receivedAtMs, heard: heardBy(from, receivedAtMs) })
    },
  }
}
