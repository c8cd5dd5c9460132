import { toSourceId } from '../../fleet/loggers/source.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/db/log.ts'
import type { Arrival, DataRecord } from './arrival.ts'
import type { Port } from './port.ts'
import type { Wires } from './wires.ts'

const PAGE_SIZE = 500

type Kept = { wire: string; address: string; received_at: Date; kind: string; payload: Buffer; from_address: string }
type Undecoded = Kept & { plant_id: number; logger_id: number; digest: Buffer }

/**
 * Retries records that could not be attributed or read on arrival. Each record leaves its table in the transaction that
 * stores it, so a crash in between neither loses nor duplicates one.
 */
export function createReplay(db: Db, wires: Wires, port: Pick<Port, 'submit'>, log: Log) {
  const decode = ({ wire, kind, payload }: Kept) => wires.get(wire).wire.decode({ wire, kind, bytes: payload })

  const submitAll = async (arrivals: readonly Arrival[]): Promise<number> => {
    const results = await Promise.allSettled(arrivals.map((arrival) => port.submit(arrival)))
    return results.filter(({ status }) => status === 'fulfilled').length
  }

  const attribute = async (loggerId: number): Promise<void> => {
    let count = 0
    let logger = ''
    for (let fromId = 0; ; ) {
      const { rows } = await db.pool.query<Kept & { id: number }>(
        `select w.id, l.wire, l.address, w.received_at, w.kind, w.payload,
           w.counted_address as from_address
         from waiting_records w join loggers l on l.id = w.logger_id
         where w.logger_id = $1 and w.id > $2 and l.plant_id is not null order by w.id limit $3`,
        [loggerId, fromId, PAGE_SIZE],
      )
      const last = rows.at(-1)
      const stored = await submitAll(rows.map((row) => toWaiting(row, decode(row))))
      count += stored
      // Nothing was accepted: this node is closing.
      if (last === undefined || stored === 0) break
      fromId = last.id
      logger = toSourceId(last)
    }
    if (count > 0) log.info({ logger, records: count }, 'waiting records were attributed')
  }

  const redecodeRows = async (where: string, values: readonly unknown[]): Promise<number> => {
    let decoded = 0
    let after: Pick<Undecoded, 'plant_id' | 'logger_id' | 'digest'> = {
      plant_id: 0,
      logger_id: 0,
      digest: Buffer.alloc(0),
    }
    for (;;) {
      const { rows } = await db.pool.query<Undecoded>(
        `select u.plant_id, u.logger_id, u.digest, l.wire, l.address, u.received_at, u.kind, u.payload,
           u.source_address as from_address
         from undecoded_payloads u join loggers l on l.id = u.logger_id and l.plant_id = u.plant_id
         where ${where} and (u.plant_id, u.logger_id, u.digest) > ($1, $2, $3)
         order by u.plant_id, u.logger_id, u.digest limit ${PAGE_SIZE}`,
        [after.plant_id, after.logger_id, after.digest, ...values],
      )
      const last = rows.at(-1)
      if (last === undefined) return decoded
      after = last
      const isHeard = (await submitAll(rows.map((row) => toUndecoded(row, decode(row))))) > 0
      decoded += rows.length - (await countLeft(db, rows))
      if (!isHeard) return decoded
    }
  }

  /** Records that the owner or the logger itself has vouched for. */
  const takeAccepted = (): Promise<number> => redecodeRows("u.reason = 'accepted'", [])

  return {
    attribute,
    takeAccepted,
    /** All waiting records whose logger has a plant by now, e.g. because a node stopped while attributing them. */
    attributeAll: async (): Promise<void> => {
      const { rows } = await db.pool.query<{ id: number }>(
        `select id from loggers l where plant_id is not null
         and exists (select from waiting_records w where w.logger_id = l.id)`,
      )
      for (const { id } of rows) await attribute(id)
    },
    /** Payloads of one kind, kept for any reason. @returns the number that could be read now */
    redecode: (wire: string, kind: string): Promise<number> =>
      redecodeRows("u.wire = $4 and u.kind = $5 and u.reason not in ('experimental', 'unproven')", [wire, kind]),
    /** Payloads of kinds that have become readable. */
    redecodeNew: async (): Promise<number> => {
      const { rows } = await db.pool.query<{ wire: string; kind: string }>(
        "select distinct wire, kind from undecoded_payloads where reason = 'unknown-kind' and wire = any($1::text[])",
        [wires.ids],
      )
      let decoded = 0
      for (const { wire, kind } of rows) {
        if (!wires.get(wire).wire.isKnownKind(kind)) continue
        const records = await redecodeRows("u.reason = 'unknown-kind' and u.wire = $4 and u.kind = $5", [wire, kind])
        log.info({ wire, kind, records }, 'payloads of a new profile were decoded')
        decoded += records
      }
      return decoded
    },
  }
}

function toWaiting(row: Kept & { id: number }, record: DataRecord): Arrival {
  const origin = { kind: 'waiting', id: row.id } as const
  return {
    source: toSourceId(row),
    receivedAtMs: row.received_at.getTime(),
    clue: record.clue,
    from: row.from_address,
    record,
    origin,
  }
}

function toUndecoded(row: Undecoded, record: DataRecord): Arrival {
  const origin = { kind: 'undecoded', plantId: row.plant_id, digest: row.digest } as const
  return {
    source: toSourceId(row),
    receivedAtMs: row.received_at.getTime(),
    from: row.from_address,
    record,
    origin,
  }
}

async function countLeft(db: Db, rows: readonly Undecoded[]): Promise<number> {
  const { rowCount } = await db.pool.query(
    `select from unnest($1::bigint[], $2::bigint[], $3::bytea[]) as e (plant_id, logger_id, digest)
     join undecoded_payloads u on u.plant_id = e.plant_id and u.logger_id = e.logger_id and u.digest = e.digest`,
    [rows.map((row) => row.plant_id), rows.map((row) => row.logger_id), rows.map(({ digest }) => digest)],
  )
  return rowCount ?? 0
}
