import { type Lookout, lookoutsOf } from '@heliograph/domain/alarms/judge-samples.ts'
import {
  type AlarmSettings,
  ordinarySettings,
  type StringShare,
  type WatchedDevice,
} from '@heliograph/domain/alarms/sample-facts.ts'
import type { UserRule } from '@heliograph/domain/alarms/user-rule.ts'
import type { DeviceType } from '@heliograph/domain/device.ts'
import { type GridType, gridTypeParts } from '@heliograph/domain/plant.ts'
import { isQuantityId, type QuantityId } from '@heliograph/domain/quantities.ts'
import type pg from 'pg'
import { type DevicePlan, type PlantPlan, readPlans } from '../../fleet/now/now.ts'

type Client = Pick<pg.ClientBase | pg.Pool, 'query'>

/** A device with the rules that look at it. */
export type Watched = Readonly<{
  plantId: number
  deviceId: number
  /** Of its plant's rules when this was read. */
  version: number
  plan: PlantPlan
  device: DevicePlan
  watched: WatchedDevice
  lookouts: readonly Lookout[]
  userRules: ReadonlyMap<string, UserRule>
}>

type DeviceRow = { id: number; plant_id: number; type: DeviceType; quantities: string[] }
type PlantRow = {
  id: number
  country: string
  grid_type: GridType
  settings: Partial<AlarmSettings>
  rules_version: number
}
type RuleRow = { id: string; plant_id: number; rule: UserRule }

/** Everything that the rules must know of the devices of plants. Devices that are in no figure of their plant are absent. */
export async function readWatched(client: Client, plantIds: readonly number[]): Promise<ReadonlyMap<number, Watched>> {
  const found = new Map<number, Watched>()
  if (plantIds.length === 0) return found
  const plans = await readPlans(client, plantIds)
  const { rows: plants } = await client.query<PlantRow>({
    name: 'alarms-plants',
    text: `select p.id, p.country, p.grid_type, coalesce(a.settings, '{}') as settings,
        coalesce(a.rules_version, 0)::float8 as rules_version
      from plants p left join alarm_plants a on a.plant_id = p.id where p.id = any($1::bigint[])`,
    values: [plantIds],
  })
  const { rows: devices } = await client.query<DeviceRow>({
    name: 'alarms-devices',
    text: 'select id, plant_id, type, quantities from devices where plant_id = any($1::bigint[])',
    values: [plantIds],
  })
  const shares = await readShares(client, plantIds)
  const userRules = await readUserRules(client, plantIds)
  const plantOf = new Map(plants.map((row) => [row.id, row]))
  for (const row of devices) {
    const [plan, plant] = [plans.get(row.plant_id), plantOf.get(row.plant_id)]
    const device = plan?.devices[plan.placeOf.get(row.id) ?? -1]
    if (plan === undefined || plant === undefined || device === undefined) continue
    const own = userRules.get(row.plant_id) ?? []
    const watched = toWatched(row, plant, plan, device, shares.get(row.id) ?? [])
    found.set(row.id, {
      plantId: row.plant_id,
      deviceId: row.id,
      version: plant.rules_version,
      plan,
      device,
      watched,
      lookouts: lookoutsOf(watched, own),
      userRules: new Map(own.map(({ id, rule }) => [id, rule])),
    })
  }
  return found
}

async function readShares(client: Client, plantIds: readonly number[]) {
  const { rows } = await client.query<{ device_id: number; shares: readonly StringShare[] }>({
    name: 'alarms-shares',
    text: 'select device_id, shares from alarm_strings where plant_id = any($1::bigint[])',
    values: [plantIds],
  })
  return new Map(rows.map(({ device_id, shares }) => [device_id, shares]))
}

function toWatched(
  row: DeviceRow,
  plant: PlantRow,
  plan: PlantPlan,
  device: DevicePlan,
  strings: readonly StringShare[],
): WatchedDevice {
  const [grid, other] = plan.sources.grid
  const isTheGrid = grid?.deviceId === row.id && other === undefined
  return {
    type: row.type,
    intervalMs: device.intervalMs,
    ratedW: device.ratedW,
    quantities: row.quantities.filter(isQuantityId),
    pv: device.makes ? device.pv.filter((quantity: QuantityId) => row.quantities.includes(quantity)) : [],
    hasBattery: device.hasBattery,
    isOffGrid: !gridTypeParts[plant.grid_type].grid,
    gridFactor: isTheGrid ? (grid.factor ?? 1) : null,
    strings,
    country: plant.country,
    settings: { ...ordinarySettings, ...plant.settings },
  }
}

/** People's own rules by plant: of those who may see it. */
export async function readUserRules(
  client: Client,
  plantIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Readonly<{ id: string; rule: UserRule }>[]>> {
  const { rows } = await client.query<RuleRow>({
    name: 'alarms-user-rules',
    text: `select r.id, h.plant_id, r.rule from plant_holders h
      join alarm_user_rules r on (r.user_id = h.user_id or r.organization_id = h.organization_id)
        and (r.plant_id is null or r.plant_id = h.plant_id)
        and (r.tag is null or exists (select from tagged_plants g join plant_tags t on t.id = g.tag_id
          where g.plant_id = h.plant_id and lower(t.name) = lower(r.tag)
            and (t.user_id = r.user_id or t.organization_id = r.organization_id)))
      where h.plant_id = any($1::bigint[]) and r.is_on and (h.expires_at is null or h.expires_at > now())
      order by r.created_at, r.id`,
    values: [plantIds],
  })
  const byPlant = new Map<number, { id: string; rule: UserRule }[]>()
  for (const { id, plant_id, rule } of rows) byPlant.set(plant_id, [...(byPlant.get(plant_id) ?? []), { id, rule }])
  return byPlant
}

/** The rules or bounds of plants changed: every node reads them again before it judges their next sample. */
export async function touchRules(client: Client, plantIds: readonly number[]): Promise<void> {
  if (plantIds.length === 0) return
  await client.query(
    `insert into alarm_plants (plant_id, rules_version)
     select id, 1 from plants where id = any($1::bigint[]) order by id
     on conflict (plant_id) do update set rules_version = alarm_plants.rules_version + 1`,
    [plantIds],
  )
}
