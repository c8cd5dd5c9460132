import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type pg from 'pg'
import { connectLogger, type LoggerClient } from './logger-client.ts'
import { createStick } from './scene.ts'

const FIRST_SERIAL = 4_000_000_000

export type DrivenLoggers = Readonly<{
  /** Records that were acknowledged, by serial. */
  acked: ReadonlyMap<number, ReadonlySet<number>>
  whenAcked: (count: number) => Promise<void>
  /** All records of all loggers are acknowledged. */
  done: Promise<unknown>
}>

/**
 * Loggers that send like real ones: one record at a time, repeated with new time fields until it is acknowledged.
 * @param options.port asked for each connection
 * @param options.whenBack called when a connection was lost: resolves when another try makes sense
 */
export function driveLoggers(
  options: Readonly<{
    port: () => number
    loggers: number
    recordsEach: number
    startMs: number
    whenBack: () => Promise<void>
  }>,
): DrivenLoggers {
  const { recordsEach, startMs } = options
  const acked = new Map<number, Set<number>>()
  let ackedCount = 0
  const wakers: (() => void)[] = []
  const note = (serial: number, record: number): void => {
    acked.get(serial)?.add(record)
    ackedCount += 1
    for (const wake of wakers.splice(0)) wake()
  }
  const drive = async (serial: number): Promise<void> => {
    acked.set(serial, new Set())
    const stick = createStick(serial)
    let client: LoggerClient | undefined
    for (let record = 0; record < recordsEach; record += 1) {
      for (let attempt = 0; ; attempt += 1) {
        try {
          client ??= await connectLogger(options.port())
          // The power identifies the record; the time fields change with every attempt.
          const atMs = startMs + record * MINUTE_MS
          const frame = stick.data(
            atMs,
            { acPowerW: record, generationTotalWh: 100_000 + record * 100 },
            { recordCounter: record },
          )
          const totalS = Math.floor(atMs / 1000) + attempt - 1_600_000_000
          const view = new DataView(frame.payload.buffer, frame.payload.byteOffset)
          view.setUint32(3, totalS, true)
          view.setUint32(7, 1_000, true)
          view.setUint32(11, 1_600_000_000, true)
          await client.exchange(frame)
          note(serial, record)
          break
        } catch {
          await client?.end()
          client = undefined
          await options.whenBack()
        }
      }
    }
    await client?.end()
  }
  return {
    acked,
    whenAcked: async (count) => {
      while (ackedCount < count) await new Promise<void>((resolve) => wakers.push(resolve))
    },
    done: Promise.all(Array.from({ length: options.loggers }, (_, index) => drive(FIRST_SERIAL + index))),
  }
}

/** The records that are stored, by the logger's serial, ascending by time. */
export async function storedRecords(client: pg.ClientBase): Promise<ReadonlyMap<number, readonly number[]>> {
  const { rows } = await client.query<{ serial: string; powers: number[] }>(
    `select l.address as serial, array_agg(s.values[array_position(d.quantities, 'acPowerW')] order by s.at) as powers
     from samples s join devices d on d.id = s.device_id join loggers l on l.id = d.logger_id
     group by l.address`,
  )
  return new Map(rows.map(({ serial, powers }) => [Number(serial), powers]))
}
