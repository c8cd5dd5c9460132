import type pg from 'pg'

type Client = Pick<pg.ClientBase, 'query'>

/** Keeps the newest undecoded payloads of one logger at its plant; its row counts the deleted ones. */
export async function trimRaw(client: Client, plantId: number, loggerId: number, limit: number): Promise<number> {
  const { rowCount } = await client.query(
    `delete from undecoded_payloads where plant_id = $1 and logger_id = $2 and digest in
       (select digest from undecoded_payloads where plant_id = $1 and logger_id = $2 and reason <> 'unproven'
        order by received_at desc, digest offset $3)`,
    [plantId, loggerId, limit],
  )
  return await countRejected(client, loggerId, rowCount ?? 0)
}

async function countRejected(client: Client, loggerId: number, dropped: number): Promise<number> {
  if (dropped > 0)
    await client.query('update loggers set rejected_records = rejected_records + $2 where id = $1', [loggerId, dropped])
  return dropped
}
