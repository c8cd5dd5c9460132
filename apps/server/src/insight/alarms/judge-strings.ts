import type { DayAlarm } from '@heliograph/domain/alarms/judge-days.ts'
import type { StringShare } from '@heliograph/domain/alarms/sample-facts.ts'
import { findWeakStrings, type StringDay, usualShares } from '@heliograph/domain/alarms/string-days.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import type pg from 'pg'
import { deviceSeries } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { touchRules } from './watched-devices.ts'

const LOOK_DAYS = 45
/** A share that moved by less is the same one: every node would read the plant's rules again. */
const SAME_SHARE = 0.02

/**
 * Finds strings that became weak against their own usual share, and keeps that share for the rule that looks at each
 * sample. @param lastDay the newest whole day, YYYY-MM-DD
 */
export async function judgeStrings(
  db: Db,
  client: pg.PoolClient,
  { plantId, zone, lastDay }: Readonly<{ plantId: number; zone: string; lastDay: string }>,
): Promise<readonly DayAlarm[]> {
  const { rows } = await client.query<{ id: number; quantities: string[]; shares: readonly StringShare[] | null }>(
    `select d.id, d.quantities, s.shares from devices d left join alarm_strings s on s.device_id = d.id
     where d.plant_id = $1 and d.removed_at is null and 'pv2PowerW' = any(d.quantities)`,
    [plantId],
  )
  const alarms: DayAlarm[] = []
  const changed: { device_id: number; shares: readonly StringShare[] }[] = []
  for (const { id, quantities, shares } of rows) {
    const numbers = quantities.flatMap((quantity) => {
      const found = /^pv(\d+)PowerW$/.exec(quantity)
      return found ? [Number(found[1])] : []
    })
    const days = await readDays(db, plantId, id, numbers, dayBounds(lastDay, zone).toMs)
    const usual = usualShares(days, numbers)
    if (!areSame(usual, shares ?? [])) changed.push({ device_id: id, shares: usual })
    for (const { number, sinceMs, sharePercent } of findWeakStrings(days, numbers))
      alarms.push({
        rule: 'stringWeak',
        deviceId: id,
        part: `pv${number}`,
        sinceMs,
        parameters: { string: number, sharePercent },
      })
  }
  if (changed.length === 0) return alarms
  await client.query(
    `insert into alarm_strings (plant_id, device_id, shares, counted_on)
     select $1, g.device_id, g.shares, $3 from jsonb_to_recordset($2::jsonb) as g (device_id bigint, shares jsonb)
     on conflict (plant_id, device_id) do update set shares = excluded.shares, counted_on = excluded.counted_on`,
    [plantId, JSON.stringify(changed), lastDay],
  )
  await touchRules(client, [plantId])
  return alarms
}

async function readDays(
  db: Db,
  plantId: number,
  deviceId: number,
  numbers: readonly number[],
  toMs: number,
): Promise<readonly StringDay[]> {
  const quantities = numbers.map((number) => `pv${number}PowerW` as QuantityId)
  const range = { fromMs: toMs - LOOK_DAYS * DAY_MS, toMs, resolution: 'day' as const }
  const series = await deviceSeries(db, { plantId, deviceId, quantities, ...range })
  const byDay = new Map<number, number[]>()
  for (const [i, { points }] of series.entries())
    for (const { atMs, value } of points) {
      const means = byDay.get(atMs) ?? numbers.map(() => Number.NaN)
      byDay.set(atMs, means)
      means[i] = value
    }
  return [...byDay].map(([startMs, meanW]) => ({ startMs, meanW }))
}

const areSame = (some: readonly StringShare[], others: readonly StringShare[]): boolean =>
  some.length === others.length &&
  some.every(({ number, share }) =>
    others.some((other) => other.number === number && Math.abs(other.share - share) < SAME_SHARE),
  )
