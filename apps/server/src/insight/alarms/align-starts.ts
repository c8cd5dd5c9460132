import { HOUR_S } from '@heliograph/domain/duration.ts'
import { markPlantsChanged } from '../../fleet/now/now.ts'
import type { Db } from '../../platform/db/database.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'

/** As long as an inverter without others must stand still to be a fault (now/watch-idle.ts). */
const LONG_IDLE_S = 3 * HOUR_S

/** Disagreement between the status and the open alarm of a device. */
const APART = `a.closed_at is null and n.plant_id = a.plant_id and n.device_id = a.device_id`

/**
 * The status of a plant and the open alarm of its device name one start. Both look at samples by themselves: of a
 * backlog the status sees the newest one only, and each of them looks back differently far. The earlier start of a
 * reported fault holds for both; missing production is known to the alarm, which looked at each sample and at snow. The
 * loss is summed again since then. Safe on several nodes at once. @returns how many plants changed
 */
export async function alignStarts(db: Db): Promise<number> {
  const { rows } = await db.pool.query<{ plant_id: number }>(
    `select distinct a.plant_id from alarms a join device_now n on ${APART}
     where a.rule = 'deviceFault' and n.fault_since <> a.opened_at
        or a.rule = 'zeroPower' and n.idle_since is not null and (n.idle_since <> a.opened_at or not n.is_idle)
     order by a.plant_id limit 1000`,
  )
  if (rows.length === 0) return 0
  const plantIds = rows.map(({ plant_id }) => plant_id)
  await runClientTransaction(db.pool, async (client) => {
    await client.query('select from plant_now where plant_id = any($1::bigint[]) order by plant_id for no key update', [
      plantIds,
    ])
    await client.query(
      `update alarms a set opened_at = n.fault_since from device_now n
       where ${APART} and a.rule = 'deviceFault' and n.fault_since < a.opened_at and a.plant_id = any($1::bigint[])`,
      [plantIds],
    )
    await client.query(
      `update device_now n set fault_since = a.opened_at from alarms a
       where ${APART} and a.rule = 'deviceFault' and n.fault_since > a.opened_at and a.plant_id = any($1::bigint[])`,
      [plantIds],
    )
    await client.query(
      `update device_now n set idle_since = a.opened_at, is_idle = true, idle_lit_s = greatest(n.idle_lit_s, $2)
       from alarms a where ${APART} and a.rule = 'zeroPower' and n.idle_since is not null and a.plant_id = any($1::bigint[])`,
      [plantIds, LONG_IDLE_S],
    )
    await client.query('update alarm_plants set seen_day = null where plant_id = any($1::bigint[])', [plantIds])
    await markPlantsChanged(client, plantIds)
  })
  return plantIds.length
}
