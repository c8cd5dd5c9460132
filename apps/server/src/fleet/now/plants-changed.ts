import { Kysely, sql } from 'kysely'
import type pg from 'pg'
import { LONGEST_PAYLOAD_BYTES, notify } from '../../platform/db/listen.ts'
import { toNumberArray } from '../../platform/db/number-array.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Executor = Kysely<Tables> | Pick<pg.ClientBase | pg.Pool, 'query'>

/**
 * Marks plants to be reloaded completely, within a second, by whichever node comes first. Changes of plants, devices
 * and loggers mark them by themselves (db/migrations, mark_plant); this is for the other input of a row: the days.
 */
export async function markPlantsChanged(executor: Executor, plantIds: readonly number[]): Promise<void> {
  const list = `{${[...new Set(plantIds)].sort((a, b) => a - b).join(',')}}`
  if (executor instanceof Kysely)
    await sql`select mark_plant(id) from unnest(${list}::bigint[]) id order by id`.execute(executor)
  else await executor.query('select mark_plant(id) from unnest($1::bigint[]) id order by id', [list])
}

/** Loggers of these plants made contact: where a device is silent, its logger may still be online. */
export async function recheckSilent(
  client: Pick<pg.ClientBase, 'query'>,
  plantIds: readonly number[],
  nowMs: number,
): Promise<void> {
  if (plantIds.length === 0) return
  await client.query({
    name: 'now-recheck-silent',
    text: `update plant_now set next_change_at = $2 where plant_id = any($1::bigint[]) and next_change_at > $2
       and (silent_count > 0 and reason->>'kind' = 'silent' or reason->>'kind' = 'noContact')`,
    values: [toNumberArray('bigint', plantIds, (id) => id), new Date(nowMs)],
  })
}

export const PLANT_CHANGED = 'plant_changed'

/** Notifies all nodes of changed plants when the transaction commits. */
export async function notifyPlants(client: Pick<pg.ClientBase, 'query'>, plantIds: readonly number[]): Promise<void> {
  for (const payload of toPayloads(plantIds)) await notify(client, PLANT_CHANGED, payload)
}

/** Alarms of these plants changed, or what people did with them. */
export const ALARMS_CHANGED = 'alarms_changed'

/** The same where it was alarms that changed: pages that show alarms read them again. */
export async function notifyAlarms(executor: Executor, plantIds: readonly number[]): Promise<void> {
  for (const payload of toPayloads(plantIds))
    if (executor instanceof Kysely)
      await sql`select pg_notify(c, ${payload}) from unnest(${[PLANT_CHANGED, ALARMS_CHANGED]}::text[]) c`.execute(
        executor,
      )
    else await executor.query(`select pg_notify('${PLANT_CHANGED}', $1), pg_notify('${ALARMS_CHANGED}', $1)`, [payload])
}

/** Lists of plants as notifications carry them. */
export function toPayloads(plantIds: readonly number[]): readonly string[] {
  const payloads: string[] = []
  let payload = ''
  for (const id of plantIds) {
    if (payload.length + 20 > LONGEST_PAYLOAD_BYTES) {
      payloads.push(payload)
      payload = ''
    }
    payload += payload === '' ? id : `,${id}`
  }
  if (payload !== '') payloads.push(payload)
  return payloads
}
