import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { spend } from './budgets.ts'
import { type ClaimLimits, claimLoggers, isSoldHere } from './claims.ts'
import type { Letters } from './disputes.ts'
import { grantLogger } from './grant-logger.ts'
import { hasLabelCode } from './label-codes.ts'
import { leaveBin } from './leave-bin.ts'
import { type Query, queryOfClient } from './query.ts'
import { readSeenElsewhere, type Viewer } from './seen-elsewhere.ts'
import { type ReadLabel, type SourceAddress, type SourceId, toColumns, toSource, toSourceId } from './source.ts'
import { yieldToLabel } from './yield-to-label.ts'

export type Registration = Readonly<{
  /** As given. */
  serial: string
  /**
   * ELSEWHERE: another plant has it whose devices the caller may see. WAITING: it may be unknown, another plant's, or
   * not proven; the reply is the same, because serial numbers can be guessed.
   */
  result: 'REGISTERED' | 'ALREADY_HERE' | 'ELSEWHERE' | 'WAITING' | 'INVALID' | 'NOT_IN_REGION'
  /** The plant that has it, of ELSEWHERE. */
  plant?: Readonly<{ id: number; name: string }>
  /** Earlier records, which are attributed to the plant now. */
  waitingRecords: number
}>

export type Claimant = Readonly<{
  plantId: number
  userId: number | null
  /** Where the browser is (domain/address.ts); undefined: unknown. */
  place: string | undefined
  nowMs: number
  readLabel: ReadLabel
}>

/**
 * Registers loggers to a plant; the answers stand in the order of the serials. Those that speak from where the browser
 * is, or whose check code is given, are the plant's at once; the others wait for a proof. Waiting records are attributed
 * right after the commit by a node that runs ingest, which hears of it through the channel `logger_registered`.
 * @throws Refusal TOO_MANY_REQUESTS, TOO_MANY
 */
export async function registerLoggers(
  db: Db,
  options: Claimant &
    Readonly<{
      serials: readonly string[]
      code?: string | undefined
      limits: ClaimLimits
      letters?: Letters | undefined
      viewer?: Viewer
      /** The claims keep whose place they take. */
      isRetry?: boolean
    }>,
): Promise<readonly Registration[]> {
  const { plantId, nowMs } = options
  const read = options.serials.map(options.readLabel)
  const isForeign = (source: SourceId | undefined) =>
    source !== undefined && !isSoldHere(toSource(source).address, options.limits)
  const parsed = read.map((source) => (isForeign(source) ? undefined : source))
  // One order for everybody, or two registrations of the same serials could wait for each other.
  const wanted = [...new Set(parsed.filter((source) => source !== undefined))].sort()
  await spendFor(db, options, wanted.length)
  await leaveBin(db, options, wanted)
  const [only] = wanted
  if (options.code !== undefined && only !== undefined && wanted.length === 1)
    await yieldToLabel(db, { ...options, source: only, code: options.code })
  const { own, elsewhere, granted } = await runClientTransaction(db.pool, async (client) => {
    const query = queryOfClient(client)
    const own = await readOwn(query, plantId, wanted)
    // A person with the label in hand may go on to prove it.
    const viewer = options.code === undefined ? options.viewer : undefined
    const elsewhere = viewer && (await readSeenElsewhere(query, { plantId, nowMs, viewer }, wanted))
    const claimed = wanted.filter((source) => !own.has(source) && !elsewhere?.has(source))
    await claimLoggers(query, { ...options, sources: claimed })
    const granted = new Map<SourceId, number>()
    for (const { id, source, places, isCoded } of await readProven(query, options, claimed)) {
      const kept = isCoded ? [] : places
      const records = await grantLogger(query, {
        loggerId: id,
        plantId,
        userId: options.userId,
        places: kept,
        proof: isCoded ? 'code' : 'address',
        nowMs,
      })
      if (records !== undefined) granted.set(source, records)
    }
    return { own, elsewhere, granted }
  })
  const answered = new Set<SourceId>()
  return options.serials.map((serial, index): Registration => {
    const source = parsed[index]
    if (source === undefined)
      return { serial, result: isForeign(read[index]) ? 'NOT_IN_REGION' : 'INVALID', waitingRecords: 0 }
    const waitingRecords = answered.has(source) ? undefined : granted.get(source)
    answered.add(source)
    if (waitingRecords !== undefined) return { serial, result: 'REGISTERED', waitingRecords }
    const plant = elsewhere?.get(source)
    if (plant !== undefined) return { serial, result: 'ELSEWHERE', plant, waitingRecords: 0 }
    const isHere = own.has(source) || granted.has(source)
    return { serial, result: isHere ? 'ALREADY_HERE' : 'WAITING', waitingRecords: 0 }
  })
}

/** In a separate transaction, so that an attempt counts even if it is refused later. */
async function spendFor(
  db: Db,
  options: Claimant & Readonly<{ code?: string | undefined }>,
  units: number,
): Promise<void> {
  if (units === 0) return
  const query = queryOfClient(db.pool)
  await spend(query, 'register', { ...options, units })
  if (options.code !== undefined) await spend(query, 'code', options)
}

async function readOwn(query: Query, plantId: number, sources: readonly SourceId[]): Promise<ReadonlySet<SourceId>> {
  const rows = await query<SourceAddress>(
    `select wire, address from loggers
     where (wire, address) in (select * from unnest($1::text[], $2::text[])) and plant_id = $3`,
    [...toColumns(sources), plantId],
  )
  return new Set(rows.map(toSourceId))
}

type Proven = Readonly<{ id: number; source: SourceId; places: readonly string[]; isCoded: boolean }>

/** Of these loggers those without an owner that are proven now; their rows are locked. */
async function readProven(
  query: Query,
  { place, code, nowMs }: Claimant & Readonly<{ code?: string | undefined }>,
  sources: readonly SourceId[],
): Promise<readonly Proven[]> {
  const [only] = sources
  const coded = only !== undefined && sources.length === 1 && (await hasLabelCode(query, only, code)) ? only : null
  // A logger that is proven by its label may never have connected.
  const label = coded === null ? [null, null] : [toSource(coded).wire, toSource(coded).address]
  if (coded !== null) await query('insert into loggers (wire, address) values ($1, $2) on conflict do nothing', label)
  const rows = await query<SourceAddress & { id: number; places: string[] | null }>(
    `select l.id, l.wire, l.address, h.places from loggers l left join logger_homes h on h.logger_id = l.id
     where (l.wire, l.address) in (select * from unnest($1::text[], $2::text[])) and l.plant_id is null
       and ((l.wire = $3 and l.address = $4) or (h.places[1] = $5 and h.seen_at > $6))
       and not exists (select from moved_loggers m where m.wire = l.wire and m.address = l.address)
     order by l.id for no key update of l`,
    [...toColumns(sources), ...label, place ?? null, new Date(nowMs - heardMs).toISOString()],
  )
  return rows.map(({ id, places, ...row }) => {
    const source = toSourceId(row)
    return { id, source, places: places ?? [], isCoded: source === coded }
  })
}

/** A contact older than this proves no place, because addresses change hands. */
const heardMs = DAY_MS

/**
 * Retries the proof by place or by code. @throws Refusal NOT_FOUND for a logger that the plant does not claim,
 * LOGGER_NOT_IN_REGION
 */
export async function proveAgain(
  db: Db,
  options: Claimant &
    Readonly<{ serial: string; code?: string | undefined; limits: ClaimLimits; letters?: Letters | undefined }>,
): Promise<boolean> {
  const label = options.readLabel(options.serial)
  if (label === undefined) throw new Refusal('NOT_FOUND')
  const { wire, address } = toSource(label)
  if (!isSoldHere(address, options.limits)) throw new Refusal('LOGGER_NOT_IN_REGION')
  const { rowCount } = await db.pool.query(
    'select from logger_claims where plant_id = $1 and wire = $2 and address = $3',
    [options.plantId, wire, address],
  )
  if (rowCount === 0) throw new Refusal('NOT_FOUND')
  const [registration] = await registerLoggers(db, { ...options, serials: [options.serial], isRetry: true })
  return registration?.result === 'REGISTERED'
}
