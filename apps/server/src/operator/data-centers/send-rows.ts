import type { PoolClient } from 'pg'
import type { Db } from '../../platform/db/database.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { openForMove } from './moved-secrets.ts'
import { allMoved } from './moved-tables.ts'
import type { RemoteDataCenter } from './remote-data-center.ts'

const ROWS_PER_PART = 2_000
const CHARACTERS_PER_PART = 2 * 1024 * 1024
/** The remaining share of the progress: take-over and cleanup. */
const SHARE_OF_ROWS = 0.9

export type Subject = Readonly<{ moveId: string; userId: number; plantIds: readonly number[] }>

const valuesOf = ({ userId, plantIds, moveId }: Subject) => [userId, plantIds, moveId]
/** Every statement gets the same three values, and PostgreSQL needs to know the type of each. */
const typed = (find: string): string =>
  `select row from (${find}) f, (select $1::bigint, $2::bigint[], $3::text) as given`

/**
 * Sends everything that moves, as of one instant.
 * @returns the number of parts, and a digest of what people can change meanwhile
 */
export async function sendRows(
  db: Db,
  remote: Pick<RemoteDataCenter, 'rows'>,
  subject: Subject,
  tell: (progress: number) => Promise<void>,
): Promise<Readonly<{ parts: number; print: string }>> {
  const work = async (client: PoolClient) => {
    await client.query('set transaction read only')
    // Sending a part may take longer than a transaction may idle.
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const total = await countRows(client, subject)
    const print = await printOf(client, subject)
    let sent = 0
    let part = 0
    for (const { name, find } of allMoved) {
      await client.query(`declare moving no scroll cursor for ${typed(find)}`, valuesOf(subject))
      let rows: Record<string, unknown>[] = []
      let characters = 0
      const flush = async (): Promise<void> => {
        if (rows.length === 0) return
        await remote.rows({ moveId: subject.moveId, part, table: name, rows })
        part += 1
        sent += rows.length
        rows = []
        characters = 0
        await tell((SHARE_OF_ROWS * sent) / Math.max(1, total))
      }
      for (;;) {
        const fetched = await client.query<{ row: Record<string, unknown> }>('fetch 500 from moving')
        for (const row of fetched.rows.map((item) => openForMove(name, item.row))) {
          rows.push(row)
          characters += JSON.stringify(row).length
          if (rows.length >= ROWS_PER_PART || characters >= CHARACTERS_PER_PART) await flush()
        }
        if (fetched.rows.length === 0) break
      }
      await flush()
      await client.query('close moving')
    }
    return { parts: part, print }
  }
  // Runs once: rows that were sent stay sent.
  return await runClientTransaction(db.pool, work, { isolationLevel: 'repeatable read', attempts: 1 })
}

type Client = Readonly<{
  query: <R extends object>(text: string, values: unknown[]) => Promise<{ rows: R[] }>
}>

async function countRows(client: Client, subject: Subject): Promise<number> {
  const counts = allMoved.map(({ find }) => `(select count(*) from (${typed(find)}) c)`)
  const { rows } = await client.query<{ total: number }>(`select ${counts.join(' + ')} as total`, valuesOf(subject))
  return rows[0]?.total ?? 0
}

/** Changes whenever a row changes that people can edit. */
export async function printOf(client: Client, subject: Subject): Promise<string> {
  const prints = allMoved
    .filter(({ isWatched }) => isWatched)
    .map(
      ({ find }) =>
        `(select coalesce(string_agg(md5(row::text), '' order by md5(row::text)), '') from (${typed(find)}) c)`,
    )
  const { rows } = await client.query<{ print: string }>(
    `select md5(${prints.join(" || ' ' || ")}) as print`,
    valuesOf(subject),
  )
  return rows[0]?.print ?? ''
}
