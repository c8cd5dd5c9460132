import { CLOCK_TOLERANCE_S } from '@heliograph/domain/alarms/device-clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { reconcile, type Standing } from './reconcile.ts'

const NONE = 'null::bigint'

/** Facts that the server keeps anyway, and when each of them is an alarm. $1: now. */
const facts: readonly Omit<Standing, 'values'>[] = [
  {
    rules: ['duplicateSerial'],
    text: `select 'duplicateSerial' as rule, plant_id, id as logger_id, ${NONE} as device_id, duplicate_seen_at as since,
        '{}'::jsonb as parameters
      from loggers where plant_id is not null and duplicate_seen_at > $1::timestamptz - interval '1 day'`,
  },
  {
    // An address that is new while another one goes on: a line that gets a new address each night is no news.
    rules: ['newAddress'],
    text: `select 'newAddress' as rule, n.plant_id, n.logger_id, ${NONE} as device_id, max(n.first_at) as since,
        jsonb_build_object('address', max(n.address), 'usual', max(o.address)) as parameters
      from logger_addresses n join logger_addresses o on o.plant_id = n.plant_id and o.logger_id = n.logger_id
        and o.slot <> n.slot and o.first_at < n.first_at - interval '1 day' and o.last_at > n.first_at + interval '10 minutes'
        join loggers l on l.id = n.logger_id and l.plant_id = n.plant_id
      where n.first_at > $1::timestamptz - interval '3 days'
      group by n.plant_id, n.logger_id`,
  },
  {
    rules: ['counterReset'],
    // Refused steps, and totals that began anew: of these only the day is kept, and a plant's only producer is known.
    // What is of telemetry is read first, here and below: a cluster keeps it elsewhere than devices and plants.
    text: `with steps as materialized (
        select plant_id, device_id, at, abs(after_wh - before_wh) as wh from quarantine
        where at > $1::timestamptz - interval '14 days'),
      days as materialized (select plant_id, day, resets from plant_days
        where resets > 0 and day > ($1::timestamptz - interval '14 days')::date)
      select 'counterReset' as rule, f.plant_id, ${NONE} as logger_id, f.device_id, min(f.at) as since,
        jsonb_build_object('steps', sum(f.steps), 'wh', max(f.wh)) as parameters
      from (
        select q.plant_id, q.device_id, q.at, 1 as steps, q.wh
        from steps q join devices d on d.id = q.device_id and d.plant_id = q.plant_id
        union all
        select y.plant_id, case when m.makers = 1 then m.device_id end, y.day::timestamp at time zone p.zone, y.resets, null
        from days y join plants p on p.id = y.plant_id
          cross join lateral (select count(*) as makers, min(d.id) as device_id from devices d
            where d.plant_id = y.plant_id and 'generation' = any(d.flows) and d.standing = 'counted') m
      ) f group by f.plant_id, f.device_id`,
  },
  {
    rules: ['powerSpike'],
    text: `with refused as materialized (select * from refused_powers
        where day > ($1::timestamptz - interval '3 days')::date)
      select 'powerSpike' as rule, r.plant_id, ${NONE} as logger_id, r.device_id, min(r.first_at) as since,
        jsonb_build_object('readings', sum(r.readings), 'peakW', max(abs(r.peak_w)), 'limitW', max(r.limit_w)) as parameters
      from refused r join devices d on d.id = r.device_id and d.plant_id = r.plant_id group by r.plant_id, r.device_id`,
  },
  {
    rules: ['deviceClock'],
    text: `select 'deviceClock' as rule, plant_id, ${NONE} as logger_id, id as device_id, clock_offset_at as since,
        jsonb_build_object('aheadS', clock_offset_s) as parameters
      from devices where abs(clock_offset_s) > ${CLOCK_TOLERANCE_S} and standing = 'counted' and removed_at is null
        and $1::timestamptz is not null`,
  },
  {
    rules: ['warrantyEnd'],
    text: `select 'warrantyEnd' as rule, plant_id, ${NONE} as logger_id, id as device_id,
        (warranty_until - 30)::timestamptz as since, jsonb_build_object('day', warranty_until) as parameters
      from devices where warranty_until between $1::timestamptz::date and $1::timestamptz::date + 30 and removed_at is null`,
  },
  {
    rules: ['simExpiry'],
    text: `select 'simExpiry' as rule, plant_id, id as logger_id, ${NONE} as device_id,
        (sim_expires_on - 30)::timestamptz as since, jsonb_build_object('day', sim_expires_on) as parameters
      from loggers where plant_id is not null
        and sim_expires_on between $1::timestamptz::date - 30 and $1::timestamptz::date + 30`,
  },
  {
    // The device is there, its port is not: it refuses, or takes connections at others. One that is off is silent.
    rules: ['portClosed'],
    text: `select 'portClosed' as rule, l.plant_id, l.id as logger_id, ${NONE} as device_id, t.failing_since as since,
        jsonb_build_object('port', t.port::text, 'portsBefore', array_to_string(t.open_before, ', '),
          'portsNow', coalesce(nullif(array_to_string(t.open_now, ', '), ''), '--')) as parameters
      from collect_targets t join loggers l on l.id = t.logger_id
      where l.plant_id is not null and t.paused_at is null and t.failing_since < $1::timestamptz - interval '3 days'
        and t.open_now is not null and not t.port = any(t.open_now)
        and (cardinality(t.open_now) > 0 or t.state -> 'failure' ->> 'reason' like '%ECONNREFUSED%')`,
  },
  {
    rules: ['tokenExpiry'],
    text: `select 'tokenExpiry' as rule, l.plant_id, l.id as logger_id, ${NONE} as device_id,
        t.token_ends_at - interval '30 days' as since, jsonb_build_object('day', t.token_ends_at::date) as parameters
      from collect_targets t join loggers l on l.id = t.logger_id
      where l.plant_id is not null and t.paused_at is null
        and t.token_ends_at < $1::timestamptz + interval '30 days'`,
  },
]

/** Opens and closes the alarms of kept facts. Safe on several nodes at once. */
export async function judgeFacts(db: Db, nowMs: number): Promise<number> {
  let changes = 0
  for (const fact of facts) changes += await reconcile(db, { ...fact, values: [new Date(nowMs)] }, nowMs)
  return changes
}
