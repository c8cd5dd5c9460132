import { type SourceId, toSourceId } from '../../../../fleet/loggers/source.ts'
import type { Db } from '../../../../platform/db/database.ts'
import { type Listener, listen } from '../../../../platform/db/listen.ts'
import type { Log } from '../../../../platform/db/log.ts'
import { reasonOf } from '../../../../platform/db/outage.ts'
import type { Cloud } from './clouds.ts'
import type { ForwardError } from './connect-cloud.ts'

export type ForwardState = 'waiting' | 'connecting' | 'connected' | 'away'

/** A logger whose stream is forwarded, and what its connections on this node have in common. */
export type Forward = {
  readonly loggerId: number
  readonly source: SourceId
  readonly cloudId: string
  /** undefined: the operator's list has it no more. */
  readonly cloud: Cloud | undefined
  /** Connections to the cloud that failed in a row, and until when no other is tried. */
  failures: number
  retryAtMs: number
  /** Which connection last reported a state. */
  reporter: object | undefined
  readonly tally: Tally
}

/** Changes that are not stored yet. */
type Tally = {
  state: ForwardState
  connectedAtMs: number | undefined
  error: Readonly<{ reason: ForwardError; atMs: number }> | undefined
  sentBytes: number
  sentFrames: number
  receivedBytes: number
  receivedFrames: number
  missedRecords: number
  isDirty: boolean
}

export type ForwardBook = Readonly<{
  find: (source: SourceId) => Forward | undefined
  /** Calls back when a forward began, ended or goes elsewhere. */
  onChanged: (listener: (source: SourceId) => void) => void
  start: () => Promise<void>
  /** Stores what was counted since the last time. */
  flush: () => Promise<void>
  close: () => Promise<void>
}>

/** A page that is open sees counts of at most this age. */
const FLUSH_EVERY_MS = 5_000
const CHANNEL = 'logger_forwards'

type Row = Readonly<{ logger_id: number; wire: string; address: string; cloud: string }>

const LOAD_SQL = `select f.logger_id, l.wire, l.address, f.cloud from logger_forwards f
  join loggers l on l.id = f.logger_id and l.plant_id = f.plant_id`

/** Every forward there is, kept in memory by each node: a connection that opens asks no statement. */
export function createForwardBook(options: Readonly<{ db: Db; clouds: readonly Cloud[]; log: Log }>): ForwardBook {
  const { db, clouds, log } = options
  const bySource = new Map<SourceId, Forward>()
  const listeners = new Set<(source: SourceId) => void>()
  let heard: Listener | undefined
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> = Promise.resolve()

  const take = (rows: readonly Row[], isOf: (forward: Forward) => boolean): void => {
    const wanted = new Map(rows.map((row) => [toSourceId(row), row]))
    const changed = new Set<SourceId>()
    for (const forward of [...bySource.values()].filter(isOf)) {
      const row = wanted.get(forward.source)
      if (row?.cloud === forward.cloudId && row.logger_id === forward.loggerId) wanted.delete(forward.source)
      else {
        bySource.delete(forward.source)
        changed.add(forward.source)
      }
    }
    for (const [source, { logger_id: loggerId, cloud: cloudId }] of wanted) {
      bySource.set(source, {
        loggerId,
        source,
        cloudId,
        cloud: clouds.find(({ id }) => id === cloudId),
        failures: 0,
        retryAtMs: 0,
        reporter: undefined,
        tally: createTally(),
      })
      changed.add(source)
    }
    for (const source of changed) for (const listener of listeners) listener(source)
  }
  const read = (loggerId?: number): Promise<void> => {
    reading = reading
      .then(async () => {
        const where = loggerId === undefined ? '' : ' where f.logger_id = $1'
        const { rows } = await db.pool.query<Row>(LOAD_SQL + where, loggerId === undefined ? [] : [loggerId])
        take(rows, (forward) => loggerId === undefined || forward.loggerId === loggerId)
      })
      .catch((error: unknown) => log.warn({ reason: reasonOf(error) }, 'the forwards of loggers could not be read'))
    return reading
  }

  const flush = async (): Promise<void> => {
    const due = [...bySource.values()].filter(({ tally }) => tally.isDirty)
    if (due.length === 0) return
    const taken = due.map(({ loggerId, tally }) => ({ loggerId, ...tally }))
    for (const { tally } of due) reset(tally)
    try {
      await db.pool.query(WRITE_SQL, [JSON.stringify(taken)])
    } catch (error) {
      for (const [index, { tally }] of due.entries()) putBack(tally, taken[index])
      log.debug({ reason: reasonOf(error) }, 'the counts of forwards wait')
    }
  }

  return {
    find: (source) => bySource.get(source),
    onChanged: (listener) => void listeners.add(listener),
    start: async () => {
      heard = listen(
        db,
        CHANNEL,
        (payload) => void read(Number(payload)),
        () => void read(),
        { log },
      )
      await heard.ready
      await read()
      timer = setInterval(() => void flush(), FLUSH_EVERY_MS).unref()
    },
    flush,
    close: async () => {
      clearInterval(timer)
      await heard?.close()
      await reading
      await flush()
    },
  }
}

const createTally = (): Tally => ({
  state: 'waiting',
  connectedAtMs: undefined,
  error: undefined,
  sentBytes: 0,
  sentFrames: 0,
  receivedBytes: 0,
  receivedFrames: 0,
  missedRecords: 0,
  isDirty: false,
})

const counts = ['sentBytes', 'sentFrames', 'receivedBytes', 'receivedFrames', 'missedRecords'] as const

function reset(tally: Tally): void {
  for (const name of counts) tally[name] = 0
  tally.error = undefined
  tally.isDirty = false
}

function putBack(tally: Tally, taken: Readonly<Tally> | undefined): void {
  for (const name of counts) tally[name] += taken?.[name] ?? 0
  tally.error ??= taken?.error
  tally.isDirty = true
}

const WRITE_SQL = `
  update logger_forwards f set state = c.state, connected_at = to_timestamp(c."connectedAtMs" / 1000),
    last_error = coalesce(c.error ->> 'reason', f.last_error),
    last_error_at = coalesce(to_timestamp((c.error ->> 'atMs')::float8 / 1000), f.last_error_at),
    sent_bytes = f.sent_bytes + c."sentBytes", sent_frames = f.sent_frames + c."sentFrames",
    received_bytes = f.received_bytes + c."receivedBytes", received_frames = f.received_frames + c."receivedFrames",
    missed_records = f.missed_records + c."missedRecords"
  from jsonb_to_recordset($1::jsonb) as c ("loggerId" bigint, state text, "connectedAtMs" float8, error jsonb,
    "sentBytes" bigint, "sentFrames" bigint, "receivedBytes" bigint, "receivedFrames" bigint, "missedRecords" bigint)
  where f.logger_id = c."loggerId"`
