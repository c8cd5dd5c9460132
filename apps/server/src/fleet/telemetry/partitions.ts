import type { PoolClient } from 'pg'
import type { Db } from '../../platform/db/database.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { nextUtcDay, utcDay, utcDayStart } from './days.ts'

/** The number of past days whose single rows have a partition. */
export const HOT_DAYS = 8

const LATE = 'samples_late'
const nameOf = (day: string): string => `samples_${day.replaceAll('-', '')}`

/** Days with a partition, ascending. */
export async function hotPartitions(client: PoolClient | Db['pool']): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'samples'::regclass order by c.relname`,
  )
  return rows.flatMap(({ name }) => {
    const [, year, month, day] = /^samples_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? []
    return day === undefined ? [] : [`${year}-${month}-${day}`]
  })
}

/**
 * Creates the partitions of the hot days and of tomorrow (UTC). Call at start and at least once a day; without it
 * samples go to the default partition, where everything works as well.
 * @param hotDays the number of days that stay unsealed: the next sealing would drop partitions of older days
 */
export async function ensurePartitions(db: Db, nowMs: number, hotDays = HOT_DAYS): Promise<void> {
  const today = utcDay(nowMs)
  const wanted = Array.from({ length: hotDays + 2 }, (_, i) => nextUtcDay(today, i - hotDays))
  const known = new Set(await hotPartitions(db.pool))
  for (const day of wanted)
    if (!known.has(day) && !(await whileLocked(db, (client) => addPartition(client, day)))) return
}

async function addPartition(client: PoolClient, day: string): Promise<boolean> {
  const from = new Date(utcDayStart(day)).toISOString()
  const to = new Date(utcDayStart(nextUtcDay(day))).toISOString()
  const name = nameOf(day)
  if ((await hotPartitions(client)).includes(day)) return true
  await client.query(`create table ${name} (like samples including defaults including constraints including indexes)`)
  await client.query(
    `with moved as (delete from ${LATE} where at >= '${from}' and at < '${to}' returning *)
     insert into ${name} select * from moved`,
  )
  await client.query(`alter table samples attach partition ${name} for values from ('${from}') to ('${to}')`)
  return true
}

/** Drops the partition of a day if it is empty; false when it is not empty or busy. */
export async function dropEmptyPartition(db: Db, day: string): Promise<boolean> {
  return whileLocked(db, async (client) => {
    if (!(await hotPartitions(client)).includes(day)) return false
    const { rows } = await client.query<{ used: boolean }>(`select exists (select 1 from ${nameOf(day)}) as used`)
    if (rows[0]?.used !== false) return false
    await client.query(`drop table ${nameOf(day)}`)
    return true
  })
}

/**
 * Partitions change under the strongest lock, taken first to avoid deadlocks. Appends wait behind it, so it gives up
 * early, for example while a backup reads the samples: false, and the next pass tries again.
 */
async function whileLocked(db: Db, work: (client: PoolClient) => Promise<boolean>): Promise<boolean> {
  try {
    return await runClientTransaction(db.pool, async (client) => {
      await client.query("set local lock_timeout = '500ms'")
      await client.query('lock table samples in access exclusive mode')
      return await work(client)
    })
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return false
    throw error
  }
}

const LOCK_NOT_AVAILABLE = '55P03'
