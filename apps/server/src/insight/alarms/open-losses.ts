import type { AlarmLevel } from '@heliograph/domain/alarms/alarm.ts'
import { sumLosses } from '@heliograph/domain/alarms/sum-losses.ts'
import { sql } from 'kysely'
import { moneyOfLoss, type TariffAt, tariffAt } from '../../fleet/finance/finance.ts'
import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { visibleAlarms } from './search-filter.ts'

/** Open alarms of a plant taken together: since when, and the cost until now. null: not known. */
export type OpenLoss = Readonly<{
  sinceMs: number
  lostWh: number | null
  lostIncome: number | null
  /** Of them the faults and warnings. */
  alarmCount: number
}>

type Row = Readonly<{
  plant_id: number
  device_id: number | null
  part: string
  level: AlarmLevel
  opened_at: Date
  lost_wh: number | null
  tariff: TariffAt
}>

/** Open alarms of a page of plants that are read. */
const MOST_ALARMS = 2_000

/** Losses of the open alarms that are not blocked, by plant; one that the holder may not see alarms of has none. */
export async function readOpenLosses(
  db: Db,
  holder: Holder,
  plantIds: readonly number[],
  nowMs: number,
): Promise<ReadonlyMap<number, OpenLoss>> {
  if (plantIds.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select a.plant_id, a.device_id, a.part, a.level, a.opened_at, a.lost_wh, ${tariffAt(sql`a.opened_at`)} as tariff
    ${visibleAlarms(holder, nowMs)}
    where a.plant_id = any(${[...plantIds]}::bigint[]) and a.closed_at is null and not a.is_blocked
    order by a.lost_wh desc nulls last, a.id limit ${MOST_ALARMS}`.execute(db.kysely)
  const byPlant = new Map<number, Row[]>()
  for (const row of rows) byPlant.set(row.plant_id, [...(byPlant.get(row.plant_id) ?? []), row])
  return new Map([...byPlant].map(([plantId, alarms]) => [plantId, toLoss(alarms)]))
}

function toLoss(alarms: readonly Row[]): OpenLoss {
  const sum = (lossOf: (row: Row) => number | null): number | null => {
    const losses = alarms.map((row) => ({
      plantId: row.plant_id,
      deviceId: row.device_id,
      part: row.part,
      lostWh: lossOf(row),
    }))
    return losses.some(({ lostWh }) => lostWh !== null) ? sumLosses(losses) : null
  }
  return {
    sinceMs: Math.min(...alarms.map(({ opened_at }) => opened_at.getTime())),
    lostWh: sum(({ lost_wh }) => lost_wh),
    alarmCount: alarms.filter(({ level }) => level > 0).length,
    lostIncome: sum(({ lost_wh, tariff }) => moneyOfLoss(lost_wh, tariff)),
  }
}
