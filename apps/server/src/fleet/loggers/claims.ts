import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { type Environment, readWhole } from '../../platform/settings/settings.ts'
import type { Query } from './query.ts'
import { type SourceId, toColumns } from './source.ts'

/** How many loggers may wait for a proof, and how many a plant may have. */
export type ClaimLimits = Readonly<{
  perPlant: number
  perUser: number
  loggersPerPlant: number
  /** How serial numbers of the loggers sold in this server's region begin; empty: all are. */
  serialPrefixes: readonly string[]
}>

export const defaultClaimLimits: ClaimLimits = {
  perPlant: 50,
  perUser: 50,
  loggersPerPlant: 1_000,
  serialPrefixes: [],
}

/** @throws Error naming the variable and what it must be */
export function readClaimLimits(env: Environment): ClaimLimits {
  const { perPlant, perUser, loggersPerPlant } = defaultClaimLimits
  return {
    perPlant: readWhole(env, 'MAX_LOGGERS_WAITING_PER_PLANT', perPlant, 1, 100_000),
    perUser: readWhole(env, 'MAX_LOGGERS_WAITING_PER_PERSON', perUser, 1, 100_000),
    loggersPerPlant: readWhole(env, 'MAX_LOGGERS_PER_PLANT', loggersPerPlant, 1, 1_000_000),
    serialPrefixes: readPrefixes(env.LOGGER_SERIAL_PREFIXES),
  }
}

/** @throws Error for anything but digits, separated by commas */
function readPrefixes(text = ''): readonly string[] {
  const prefixes = text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
  if (prefixes.some((prefix) => !/^\d{1,10}$/.test(prefix)))
    throw new Error(`LOGGER_SERIAL_PREFIXES must be digits, separated by commas, not "${text}"`)
  return prefixes
}

/** Says nothing about a single logger, only about the operator's list. */
export const isSoldHere = (address: string, { serialPrefixes }: ClaimLimits): boolean =>
  serialPrefixes.length === 0 || serialPrefixes.some((prefix) => address.startsWith(prefix))

/**
 * Notes that a plant claims these loggers, and where the browser is now. They take nobody's place, unless a proof is only
 * tried again.
 * @throws Refusal TOO_MANY
 */
export async function claimLoggers(
  query: Query,
  options: Readonly<{
    plantId: number
    userId: number | null
    place: string | undefined
    nowMs: number
    sources: readonly SourceId[]
    limits: ClaimLimits
    isRetry?: boolean
  }>,
): Promise<void> {
  const { plantId, userId, sources, limits, isRetry = false } = options
  if (sources.length === 0) return
  // The counts below must hold when this is committed.
  await query('select from users where id = $1 for no key update', [userId])
  await query('select from plants where id = $1 for no key update', [plantId])
  const rows = await query<{ is_new: boolean }>(
    `insert into logger_claims as c (plant_id, wire, address, claimed_at, claimed_by, place, placed_at)
     select $1, s.wire, s.address, $4, $5, $6, $4 from unnest($2::text[], $3::text[]) as s (wire, address)
     on conflict (plant_id, wire, address) do update
       set claimed_by = excluded.claimed_by, place = excluded.place, placed_at = excluded.placed_at,
         replaces = case when $7 then c.replaces end
     returning xmax = 0 as is_new`,
    [plantId, ...toColumns(sources), new Date(options.nowMs).toISOString(), userId, options.place ?? null, isRetry],
  )
  if (!rows.some((row) => row.is_new)) return
  const [counts] = await query<{ of_plant: number; of_user: number; loggers: number }>(
    `select (select count(*) from logger_claims where plant_id = $1)::int as of_plant,
       (select count(*) from logger_claims where claimed_by = $2)::int as of_user,
       (select count(*) from loggers where plant_id = $1)::int as loggers`,
    [plantId, userId],
  )
  if (counts === undefined) return
  // Disputes of an unknown kind are left out.
  if (counts.of_plant > limits.perPlant) throw tooMany('waitingLoggersOfPlant', limits.perPlant)
  if (counts.of_user > limits.perUser) throw tooMany('waitingLoggersOfAccount', limits.perUser)
  if (counts.loggers + counts.of_plant > limits.loggersPerPlant) throw tooMany('loggersOfPlant', limits.loggersPerPlant)
}

const tooMany = (what: string, most: number): Refusal => new Refusal('TOO_MANY', { what, most })

/** After this long the networks of browsers are deleted. */
export const LOGGER_CLAIM_DAYS = 30

/** @returns the number of claims whose place was forgotten */
export async function forgetOldPlaces(query: Query, nowMs: number): Promise<number> {
  const rows = await query(
    'update logger_claims set place = null, placed_at = null where placed_at < $1 returning id',
    [new Date(nowMs - LOGGER_CLAIM_DAYS * DAY_MS).toISOString()],
  )
  return rows.length
}
