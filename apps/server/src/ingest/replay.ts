import { findProfile } from '@heliograph/devices/profiles/registry.ts'
import type { Db } from '../db/database.ts'
import type { Log } from '../db/log.ts'
import { type Arrival, toRecord } from './arrival.ts'
import type { Port } from './port.ts'

const pageSize = 500

type Undecoded = { plant_id: number; serial: number; digest: Buffer; received_at: Date; payload: Buffer }

/**
 * Takes up again what could not be attributed or read when it came. Each record leaves its table in the transaction
 * that stores it, so being killed in between neither loses nor doubles one.
 */
export function createReplay(db: Db, port: Pick<Port, 'submit'>, log: Log) {
  const submitAll = async (arrivals: readonly Arrival[]): Promise<number> => {
    const results = await Promise.allSettled(arrivals.map((arrival) => port.submit(arrival)))
    return results.filter(({ status }) => status === 'fulfilled').length
  }

  const attribute = async (serial: number): Promise<void> => {
    let count = 0
    for (let fromId = 0; ; ) {
      const { rows } = await db.pool.query<{ id: number; received_at: Date; payload: Buffer }>(
        `select w.id, w.received_at, w.payload from waiting_records w join loggers l on l.serial = w.serial
         where w.serial = $1 and w.id > $2 and l.plant_id is not null order by w.id limit $3`,
        [serial, fromId, pageSize],
      )
      const arrivals = rows.map(({ id, received_at, payload }): Arrival => {
        const record = toRecord(payload)
        const receivedAtMs = received_at.getTime()
        return { serial, receivedAtMs, time: record.time, record, origin: { kind: 'waiting', id } }
      })
      const last = rows.at(-1)
      const stored = await submitAll(arrivals)
      count += stored
      // Nothing taken at all: this node is closing.
      if (last === undefined || stored === 0) break
      fromId = last.id
    }
    if (count > 0) log.info({ logger: serial, records: count }, 'waiting records were attributed')
  }

  const redecodeRows = async (where: string, value: unknown): Promise<number> => {
    let decoded = 0
    let after: Pick<Undecoded, 'plant_id' | 'serial' | 'digest'> = { plant_id: 0, serial: 0, digest: Buffer.alloc(0) }
    for (;;) {
      const { rows } = await db.pool.query<Undecoded>(
        `select u.plant_id, u.serial, u.digest, u.received_at, u.payload
         from undecoded_payloads u join loggers l on l.serial = u.serial and l.plant_id = u.plant_id
         where ${where} and (u.plant_id, u.serial, u.digest) > ($2, $3, $4)
         order by u.plant_id, u.serial, u.digest limit ${pageSize}`,
        [value, after.plant_id, after.serial, after.digest],
      )
      const last = rows.at(-1)
      if (last === undefined) return decoded
      after = last
      const isHeard = (await submitAll(rows.map(toArrival))) > 0
      decoded += rows.length - (await countLeft(db, rows))
      if (!isHeard) return decoded
    }
  }

  return {
    attribute,
    /** Everything that waits and has a plant by now, e.g. because a node was stopped while attributing. */
    attributeAll: async (): Promise<void> => {
      const { rows } = await db.pool.query<{ serial: number }>(
        `select serial from loggers l where plant_id is not null
         and exists (select from waiting_records w where w.serial = l.serial)`,
      )
      for (const { serial } of rows) await attribute(serial)
    },
    /** Payloads of one sensor type, whatever was the matter; returns how many could be read now. */
    redecode: (sensorType: number): Promise<number> =>
      redecodeRows("u.sensor_type = $1 and u.reason <> 'experimental'", sensorType),
    /** Payloads of types that have a profile since. */
    redecodeNew: async (): Promise<number> => {
      const { rows } = await db.pool.query<{ sensor_type: number }>(
        "select distinct sensor_type from undecoded_payloads where reason = 'unknown-sensor-type' and sensor_type is not null",
      )
      const types = rows.map((row) => row.sensor_type).filter((type) => findProfile(type) !== undefined)
      if (types.length === 0) return 0
      const where = "u.reason = 'unknown-sensor-type' and u.sensor_type = any($1::int[])"
      const decoded = await redecodeRows(where, types)
      log.info({ sensorTypes: types, records: decoded }, 'payloads of new profiles were decoded')
      return decoded
    },
  }
}

function toArrival({ plant_id: plantId, serial, digest, received_at: receivedAt, payload }: Undecoded): Arrival {
  const origin = { kind: 'undecoded', plantId, digest } as const
  return { serial, receivedAtMs: receivedAt.getTime(), record: toRecord(payload), origin }
}

async function countLeft(db: Db, rows: readonly Undecoded[]): Promise<number> {
  const { rowCount } = await db.pool.query(
    `select from unnest($1::bigint[], $2::bigint[], $3::bytea[]) as e (plant_id, serial, digest)
     join undecoded_payloads u on u.plant_id = e.plant_id and u.serial = e.serial and u.digest = e.digest`,
    [rows.map((row) => row.plant_id), rows.map(({ serial }) => serial), rows.map(({ digest }) => digest)],
  )
  return rowCount ?? 0
}
