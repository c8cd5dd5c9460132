import type { AlarmTarget } from '@heliograph/domain/alarms/alarm.ts'
import { type AlarmChange, groupKeyOf } from '@heliograph/domain/alarms/change.ts'
import type { DeviceFinding, Watches } from '@heliograph/domain/alarms/judge-samples.ts'
import { USER_RULE } from '@heliograph/domain/alarms/rule-ids.ts'
import { rules } from '@heliograph/domain/alarms/rules.ts'
import type { UserRule } from '@heliograph/domain/alarms/user-rule.ts'
import type pg from 'pg'
import { toNumberArray } from '../../platform/db/number-array.ts'

type Client = Pick<pg.ClientBase, 'query'>
export type DeviceKey = Readonly<{ plantId: number; deviceId: number }>

export type KeptWatches = Readonly<{
  /** Devices where not all is well. */
  watches: ReadonlyMap<number, Watches>
  /** Of plants whose rules ever changed. */
  versions: ReadonlyMap<number, number>
  /** Plants that rest, and since when: no alarm opens there. */
  dormant: ReadonlyMap<number, number>
}>

type Row = {
  plant_id: number
  device_id: number | null
  watches: Watches | null
  version: number | null
  dormant_ms: number | null
}

/**
 * Where the rules of devices are, the versions of their plants' rules, and which of the plants rest: one statement for a
 * whole batch.
 */
export async function readWatches(
  client: Client,
  keys: readonly DeviceKey[],
  plantIds: readonly number[],
): Promise<KeptWatches> {
  const { rows } = await client.query<Row>({
    name: 'alarms-watches',
    text: `select plant_id, device_id, watches, null::float8 as version, null::float8 as dormant_ms from alarm_watches
        where plant_id = any($1::bigint[]) and device_id = any($2::bigint[])
      union all
      select plant_id, null, null, rules_version::float8, date_part('epoch', dormant_since) * 1000 from alarm_plants
        where plant_id = any($1::bigint[])`,
    values: [
      toNumberArray('bigint', plantIds, (plantId) => plantId),
      toNumberArray('bigint', keys, ({ deviceId }) => deviceId),
    ],
  })
  const watches = new Map<number, Watches>()
  const versions = new Map<number, number>()
  const dormant = new Map<number, number>()
  for (const row of rows) {
    if (row.device_id !== null) watches.set(row.device_id, row.watches ?? {})
    else versions.set(row.plant_id, row.version ?? 0)
    if (row.dormant_ms !== null) dormant.set(row.plant_id, row.dormant_ms)
  }
  return { watches, versions, dormant }
}

/** Keeps where the rules of devices are now; all is well there without an entry. */
export async function writeWatches(
  client: Client,
  changed: readonly (DeviceKey & Readonly<{ watches: Watches }>)[],
): Promise<void> {
  const kept = changed.filter(({ watches }) => Object.keys(watches).length > 0)
  const gone = changed.filter(({ watches }) => Object.keys(watches).length === 0)
  if (kept.length > 0)
    await client.query({
      name: 'alarms-keep',
      text: `insert into alarm_watches (plant_id, device_id, watches)
        select g.plant_id, g.device_id, g.watches
        from jsonb_to_recordset($1::jsonb) as g (plant_id bigint, device_id bigint, watches jsonb)
          join devices d on d.id = g.device_id
        order by g.plant_id, g.device_id
        on conflict (plant_id, device_id) do update set watches = excluded.watches`,
      values: [
        JSON.stringify(
          kept.map(({ plantId, deviceId, watches }) => ({ plant_id: plantId, device_id: deviceId, watches })),
        ),
      ],
    })
  if (gone.length > 0)
    await client.query({
      name: 'alarms-forget',
      text: 'delete from alarm_watches where plant_id = any($1::bigint[]) and device_id = any($2::bigint[])',
      values: [gone.map(({ plantId }) => plantId), gone.map(({ deviceId }) => deviceId)],
    })
}

/** Change of a device's alarms that a finding causes. */
export function changeOf(
  { plantId, deviceId }: DeviceKey,
  { rule, userRuleId, part, change }: DeviceFinding,
  userRules: ReadonlyMap<string, UserRule>,
): AlarmChange {
  const target: AlarmTarget = { plantId, loggerId: null, deviceId, part }
  const key = { target, rule, userRuleId }
  if (change.kind === 'seen') return { ...key, kind: 'update', lastSeenMs: change.atMs }
  if (change.kind === 'close') return { ...key, kind: 'close', atMs: change.atMs, reason: 'recovered' }
  const own = userRuleId === null ? undefined : userRules.get(userRuleId)
  const { level, influence } = rule === USER_RULE ? (own ?? { level: 1, influence: 0 }) : rules[rule]
  const { openedAtMs, atMs: lastSeenMs, parameters, evidence } = change
  return {
    ...key,
    kind: 'open',
    level,
    influence,
    openedAtMs,
    lastSeenMs,
    evidence,
    lostWh: null,
    parameters: own === undefined ? parameters : { ...parameters, name: own.name, quantity: own.quantity },
    groupKey: groupKeyOf(rule, plantId),
  }
}
