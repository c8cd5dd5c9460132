import type pg from 'pg'

/**
 * Counts the open alarms of plants that are not blocked into their rows of now, from which lists and orders read them.
 * Called in the transaction that opens, closes or blocks one.
 */
export async function countOpenAlarms(
  client: Pick<pg.ClientBase, 'query'>,
  plantIds: readonly number[],
): Promise<void> {
  if (plantIds.length === 0) return
  await client.query({
    name: 'alarms-count',
    text: `with held as (select plant_id from plant_now where plant_id = any($1::bigint[]) order by plant_id for no key update),
      counted as (select plant_id, count(*)::int as n, max(level) as level from alarms
        where plant_id = any($1::bigint[]) and closed_at is null and not is_blocked group by plant_id)
      update plant_now n set open_alarms = coalesce(c.n, 0), alarm_level = c.level
      from held h left join counted c on c.plant_id = h.plant_id
      where n.plant_id = h.plant_id and (n.open_alarms, n.alarm_level) is distinct from (coalesce(c.n, 0), c.level)`,
    values: [plantIds],
  })
}
