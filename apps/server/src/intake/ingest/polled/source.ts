import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { toSourceId } from '../../../fleet/loggers/source.ts'
import type { Outcome } from '../outcomes.ts'
import type { OpenSource, Source } from '../source.ts'
import { type PolledReading, toRecord, WIRE_ID } from './record.ts'

/** A target is noted at least this often while its endpoint answers. */
export const CONTACT_MS = MINUTE_MS

/** The target that was read: the address of its logger, the address of its device, and how often it is stored. */
export type PolledFrom = Readonly<{ logger: string; address: string; intervalMs: number }>

export type PolledDesk = Readonly<{
  /** Resolves after the commit. */
  store: (from: PolledFrom, reading: PolledReading) => Promise<Outcome>
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
  let frames = 0
  return {
    start: async () => {},
    close: async () => {},
    stats: () => ({ frames }),
    store: async (from, reading) => {
      // Nothing would take it before the next one comes.
      if (port.isFull()) return 'store-failed'
      frames += 1
      const receivedAtMs = now()
      const receipt = await port.submit({
        source: toSourceId({ wire: WIRE_ID, address: from.logger }),
        receivedAtMs,
        heard: { ...heardBy(from, receivedAtMs), dataAtMs: receivedAtMs },
        record: toRecord(reading),
      })
      return receipt.outcome
    },
    noteContact: async (from) => {
      if (port.isFull()) return
      const receivedAtMs = now()
      const source = toSourceId({ wire: WIRE_ID, address: from.logger })
      await port.submit({ source, receivedAtMs, heard: heardBy(from, receivedAtMs) })
    },
  }
}
