import { type PlanStatus, planStatusOf, REMINDER_DAYS } from '@heliograph/domain/data-plan.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { addDays, localDate } from '@heliograph/domain/time.ts'
import type { Db } from '../../platform/db/database.ts'

/** The holder of plants: a person with their own, or an organization that they act for. */
export type Holder = Readonly<{ userId: number; organizationId: number | null }>

export type DataPlan = Readonly<{
  loggerId: number
  serial: string
  name: string
  plantId: number
  plantName: string
  /** YYYY-MM-DD; null: not entered. */
  expiresOn: string | null
  status: PlanStatus
  provider: string
  iccid: string
  isDisabled: boolean
  /** The reader may change it and order a renewal. */
  mayEdit: boolean
  openOrderId: number | null
}>

/** Plants whose devices the holder may see. $1: whose, $2: now. */
const heldSql = ({ organizationId }: Holder): string =>
  `select m.plant_id, bool_or('addPlantDevice' = any(m.rights)) as may_edit from plant_holders m
   where ${organizationId === null ? 'm.user_id' : 'm.organization_id'} = $1
     and (m.expires_at is null or m.expires_at > $2) and 'viewPlantDevice' = any(m.rights)
   group by m.plant_id`
const firstArguments = (holder: Holder, nowMs: number) => [
  holder.organizationId ?? holder.userId,
  new Date(nowMs).toISOString(),
]

type Row = {
  logger_id: number
  address: string
  name: string
  plant_id: number
  plant_name: string
  zone: string
  may_edit: boolean
  expires_on: string | null
  provider: string | null
  iccid: string | null
  is_disabled: boolean | null
  order_id: number | null
  total: number
}

/**
 * Loggers with a data plan, the earliest end first.
 * @param asked.all loggers without a plan too: to find the one that gets its first
 */
export async function listDataPlans(
  db: Db,
  holder: Holder,
  asked: Readonly<{ all: boolean; page: number; size: number }>,
  nowMs: number,
): Promise<Readonly<{ total: number; items: readonly DataPlan[] }>> {
  const { rows } = await db.pool.query<Row>(
    `with held as (${heldSql(holder)})
     select l.id as logger_id, l.address, l.name, l.plant_id, p.name as plant_name, p.zone, h.may_edit,
       l.sim_expires_on::text as expires_on, d.provider, d.iccid, d.is_disabled, o.id as order_id,
       (count(*) over ())::int as total
     from held h join loggers l on l.plant_id = h.plant_id join plants p on p.id = h.plant_id
       left join data_plans d on d.logger_id = l.id and d.plant_id = l.plant_id
       left join orders o on o.logger_id = l.id and o.plant_id = l.plant_id and o.state = 'open'
     where $3 or l.sim_expires_on is not null or d.logger_id is not null
     order by l.sim_expires_on nulls last, l.id limit $4 offset $5`,
    [...firstArguments(holder, nowMs), asked.all, asked.size, (asked.page - 1) * asked.size],
  )
  return { total: rows[0]?.total ?? 0, items: rows.map((row) => toPlan(row, nowMs)) }
}

function toPlan(row: Row, nowMs: number): DataPlan {
  const plan = {
    expiresOn: row.expires_on,
    isDisabled: row.is_disabled ?? false,
    hasOpenOrder: row.order_id !== null,
  }
  return {
    loggerId: row.logger_id,
    serial: row.address,
    name: row.name,
    plantId: row.plant_id,
    plantName: row.plant_name,
    expiresOn: plan.expiresOn,
    status: planStatusOf(plan, localDate(nowMs, row.zone)),
    provider: row.provider ?? '',
    iccid: row.iccid ?? '',
    isDisabled: plan.isDisabled,
    mayEdit: row.may_edit,
    openOrderId: row.order_id,
  }
}

/** How many plans there are, and how many end soon or have ended without an order. */
export async function countPlans(
  db: Db,
  holder: Holder,
  nowMs: number,
): Promise<Readonly<{ total: number; ending: number }>> {
  const { rows } = await db.pool.query<{ total: number; ending: number }>(
    `with held as (${heldSql(holder)})
     select count(*)::int as total,
       (count(*) filter (where l.sim_expires_on < $3 and not coalesce(d.is_disabled, false) and o.id is null))::int as ending
     from held h join loggers l on l.plant_id = h.plant_id
       left join data_plans d on d.logger_id = l.id and d.plant_id = l.plant_id
       left join orders o on o.logger_id = l.id and o.plant_id = l.plant_id and o.state = 'open'
     where l.sim_expires_on is not null or d.logger_id is not null`,
    [...firstArguments(holder, nowMs), addDays(localDate(nowMs, 'UTC'), REMINDER_DAYS)],
  )
  return rows[0] ?? { total: 0, ending: 0 }
}

/** Facts about the SIM card of a logger that people entered. Checks no right. @throws Refusal NOT_FOUND */
export async function changeDataPlan(
  db: Db,
  loggerId: number,
  options: Readonly<{ expiresOn: string | null; provider: string; iccid: string; isDisabled: boolean }>,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const logger = await transaction
      .updateTable('loggers')
      .set({ sim_expires_on: options.expiresOn })
      .where('id', '=', loggerId)
      .where('plant_id', 'is not', null)
      .returning('plant_id')
      .executeTakeFirst()
    if (logger?.plant_id == null) throw new Refusal('NOT_FOUND')
    const plan = {
      provider: cleanLine(options.provider, 80),
      iccid: cleanLine(options.iccid, 22),
      is_disabled: options.isDisabled,
    }
    await transaction
      .insertInto('data_plans')
      .values({ plant_id: logger.plant_id, logger_id: loggerId, ...plan })
      .onConflict((conflict) => conflict.columns(['plant_id', 'logger_id']).doUpdateSet(plan))
      .execute()
  })
}
