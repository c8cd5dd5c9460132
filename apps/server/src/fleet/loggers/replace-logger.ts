import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Ownership } from '@heliograph/domain/ownership.ts'
import type { Db } from '../../platform/db/database.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import type { ClaimLimits } from './claims.ts'
import type { Letters } from './disputes.ts'
import { grantLogger } from './grant-logger.ts'
import { FORGOTTEN_MS } from './home.ts'
import type { Proof } from './judge-claims.ts'
import { type Query, queryOfClient } from './query.ts'
import { type Claimant, type Registration, registerLoggers } from './register-loggers.ts'
import { releaseLoggers } from './release-loggers.ts'
import type { Viewer } from './seen-elsewhere.ts'
import { toSource } from './source.ts'
import { type ReplacedLogger, takePlace } from './take-place.ts'
import { ownershipSql } from './wires.ts'

type Row = { wire: string; address: string; name: string; ownership: Ownership }

/**
 * Puts a new logger in the place of an old one: its devices go along with their history, and the old one is let go. A new
 * one that is not proven to be the plant's waits, and takes the place with its proof; until then the old one counts.
 * @throws Refusal NOT_FOUND for a logger of another plant, OPTIMIZER_SAME_SERIAL, ABNORMAL for one without a label,
 * TOO_MANY_REQUESTS, TOO_MANY
 */
export async function replaceLogger(
  db: Db,
  options: Claimant &
    Readonly<{
      loggerId: number
      newSerial: string
      code?: string | undefined
      limits: ClaimLimits
      letters?: Letters | undefined
      viewer?: Viewer
    }>,
): Promise<Readonly<{ registration: Registration; former: string }>> {
  const { plantId, loggerId, newSerial, nowMs } = options
  const { rows } = await db.pool.query<Row>(
    `select l.wire, l.address, l.name, ${ownershipSql('l')} as ownership from loggers l
     where l.id = $1 and l.plant_id = $2`,
    [loggerId, plantId],
  )
  const [old] = rows
  if (old === undefined) throw new Refusal('NOT_FOUND')
  if (old.ownership !== 'claimed') throw new Refusal('ABNORMAL', { reason: 'noLabel' })
  const label = options.readLabel(newSerial)
  const next = label && toSource(label)
  if (next?.wire === old.wire && next.address === old.address) throw new Refusal('OPTIMIZER_SAME_SERIAL')
  const [registration] = await registerLoggers(db, { ...options, serials: [newSerial] })
  if (registration === undefined) throw new Refusal('ABNORMAL')
  const { result } = registration
  if (next !== undefined && (result === 'REGISTERED' || result === 'ALREADY_HERE' || result === 'WAITING'))
    await runClientTransaction(db.pool, async (client) => {
      const query = queryOfClient(client)
      const source = [plantId, next.wire, next.address]
      const claims = await query(
        'update logger_claims set replaces = $4 where plant_id = $1 and wire = $2 and address = $3 returning id',
        [...source, loggerId],
      )
      // A record of it may have proven it meanwhile.
      if (claims.length > 0) return
      const [here] = await query<{ id: number }>(
        'select id from loggers where plant_id = $1 and wire = $2 and address = $3',
        source,
      )
      if (here !== undefined)
        await takePlace(query, { plantId, oldId: loggerId, newId: here.id, wasHere: result === 'ALREADY_HERE', nowMs })
    })
  return { registration, former: old.name || old.address }
}

/** Afterwards the old one is somebody else's, or in a drawer. */
const TAKE_BACK_MS = 30 * DAY_MS

/**
 * Takes back that a logger took the place of another one: the devices return to the old one, with the records that
 * it sent meanwhile, and the new one is let go, unless it was there before.
 * @throws Refusal NOT_FOUND for a logger of another plant, or one that took no place; CHANGED_SINCE if the old one has an
 * owner by now, or after 30 days
 * @returns both names
 */
export async function takeBackLogger(
  db: Db,
  { plantId, loggerId, userId, nowMs }: Readonly<{ plantId: number; loggerId: number; userId: number; nowMs: number }>,
): Promise<Readonly<{ name: string; former: string }>> {
  return runClientTransaction(db.pool, async (client) => {
    const query = queryOfClient(client)
    const [row] = await query<{ replaced: ReplacedLogger; name: string }>(
      `select replaced, coalesce(nullif(name, ''), address) as name from loggers
       where id = $1 and plant_id = $2 and replaced is not null`,
      [loggerId, plantId],
    )
    if (row === undefined) throw new Refusal('NOT_FOUND')
    const { wire, address, name, proof, home, atMs, deviceIds, ownName } = row.replaced
    if (nowMs - atMs > TAKE_BACK_MS) throw new Refusal('CHANGED_SINCE')
    const { id: oldId, places: heard } = await findFree(query, wire, address)
    // After a silence of 30 days its home is wherever somebody used its number first.
    const isItself = home !== undefined && (nowMs - home.seenMs <= FORGOTTEN_MS || heard.includes(home.place))
    const places = isItself ? heard : []
    const grant = { loggerId: oldId, plantId, userId, places, proof: (proof ?? 'decision') as Proof, nowMs }
    if ((await grantLogger(query, grant)) === undefined) throw new Refusal('CHANGED_SINCE')
    await query('update loggers set name = $2 where id = $1', [oldId, name])
    await query('update devices set logger_id = $2 where plant_id = $1 and logger_id = $3 and id = any($4::bigint[])', [
      plantId,
      oldId,
      loggerId,
      deviceIds,
    ])
    if (ownName === undefined) await releaseLoggers(query, plantId, loggerId)
    else
      await query(
        'update loggers set replaced = null, name = case when name = $2 then $3 else name end where id = $1',
        [loggerId, name, ownName],
      )
    return { name: row.name, former: name || address }
  })
}

type Free = Readonly<{ id: number; places: readonly string[] }>

/** A logger that never connected left no row. @throws Refusal CHANGED_SINCE */
async function findFree(query: Query, wire: string, address: string): Promise<Free> {
  await query('insert into loggers (wire, address) values ($1, $2) on conflict do nothing', [wire, address])
  const [free] = await query<Free>(
    `select l.id, coalesce(h.places, '{}') as places from loggers l left join logger_homes h on h.logger_id = l.id
     where l.wire = $1 and l.address = $2 and l.plant_id is null
       and not exists (select from moved_loggers m where m.wire = l.wire and m.address = l.address)
     for no key update of l`,
    [wire, address],
  )
  if (free === undefined) throw new Refusal('CHANGED_SINCE')
  return free
}
