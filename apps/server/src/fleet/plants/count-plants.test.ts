import { statuses } from '@heliograph/domain/status.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addUser } from '../../people/accounts/accounts.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { countMatching, countPlants } from './count-plants.ts'

const nowMs = Date.parse('2026-06-20T12:00:00Z')
let test: TestDatabase
let userId: number
let organizationId: number

const query = async <T extends object>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
  (await test.db.pool.query<T>(text, [...values])).rows

/** 2,600 plants of which an organization holds all but the first hundred, and a person every fourth. */
beforeAll(async () => {
  test = await createTestDatabase()
  userId = await addUser(test.db, { account: 'owner', password: 'Walrus-27-tusks' })
  const [added] = await query<{ id: number }>("insert into organizations (name, code) values ('O', 'O') returning id")
  organizationId = added?.id ?? 0
  await query(
    `insert into plants (name, type, grid_type, capacity_wp, latitude, longitude, zone, currency, azimuth_deg, tilt_deg)
     select 'Plant ' || n, 'HOUSE_ROOF', 'EXCESS', 10000, 48, 10, 'Europe/Berlin', 'EUR', 180, 20 from generate_series(1, 2600) n`,
  )
  await query(
    `insert into plant_organizations (plant_id, organization_id, role, rights, expires_at)
     select id, $1, 'owner', '{viewPlantInfo}', case id % 50 when 0 then timestamptz '2026-06-20T11:59Z' when 1 then '2026-06-20T12:01Z' end
     from plants where id > 100`,
    [organizationId],
  )
  await query(
    `insert into plant_members (plant_id, user_id, role, rights) select id, $1, 'owner', '{viewPlantInfo}' from plants where id % 4 = 0`,
    [userId],
  )
  await query(
    `update plant_now set status = ($1::text[])[1 + plant_id % 7], status_rank = plant_id % 7,
       alarm_level = case when plant_id % 5 < 3 then plant_id % 5 end,
       pv_w = case when plant_id % 11 = 0 then null else plant_id end`,
    [[...statuses]],
  )
  await query('analyze')
})
afterAll(() => test.drop())

const holders = () => ({
  organization: { userId, organizationId: organizationId, organizationRole: 'admin' } as const,
  person: { userId, organizationId: null, organizationRole: null } as const,
})

/** What the rows themselves say, by the plainest SQL. */
async function truth(condition: string, wanted: readonly string[] = statuses) {
  const rows = await query<{ status: string; count: number; alarmed: number; power: number | null }>(
    `select n.status, count(*)::int as count, count(*) filter (where n.alarm_level > 0)::int as alarmed, sum(n.pv_w) as power from plant_now n join plant_viewers m using (plant_id)
     where ${condition} and (m.expires_at is null or m.expires_at > $1) and n.status = any($2) group by 1`,
    [new Date(nowMs), wanted],
  )
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    byStatus: Object.fromEntries(statuses.map((s) => [s, rows.find(({ status }) => status === s)?.count ?? 0])),
    alarmed: rows.reduce((sum, { status, alarmed }) => (['asleep', 'well'].includes(status) ? sum + alarmed : sum), 0),
    powerW: rows.reduce<number | null>((sum, { power }) => (power === null ? sum : (sum ?? 0) + power), null),
  }
}

async function expectTrue(): Promise<void> {
  const { organization, person } = holders()
  const wanted = ['fault', 'late'] as const
  for (const [holder, condition] of [
    [organization, `m.organization_id = ${organizationId}`],
    [person, `m.user_id = ${userId}`],
  ] as const) {
    expect(await countPlants(test.db, { holder }, nowMs)).toEqual(await truth(condition))
    expect(await countMatching(test.db, { holder }, nowMs)).toBe((await truth(condition)).total)
    const some = await truth(condition, wanted)
    expect(await countPlants(test.db, { holder, statuses: wanted }, nowMs)).toEqual(some)
    expect(await countMatching(test.db, { holder, statuses: wanted }, nowMs)).toBe(some.total)
  }
  const kept = await query<{ id: number; holders: number[] }>(
    `select n.plant_id as id, array(select unnest(n.holders) order by 1) as holders from plant_now n order by 1`,
  )
  const meant = await query<{ id: number; holders: number[] }>(
    `select n.plant_id as id, array(select coalesce(m.user_id, -m.organization_id) from plant_holders m
       where m.plant_id = n.plant_id and m.expires_at is null order by 1) as holders from plant_now n order by 1`,
  )
  expect(kept).toEqual(meant)
}

it('counts of a large holder match a join after any change of holdings', async () => {
  await expectTrue()
  const changes = [
    `update plant_organizations set expires_at = null where plant_id % 50 = 0 and plant_id < 1000`,
    `update plant_organizations set expires_at = '2026-06-20T11:00Z' where plant_id % 30 = 7`,
    `update plant_organizations set expires_at = '2027-01-01T00:00Z' where plant_id % 30 = 8`,
    `update plant_organizations set expires_at = '2028-01-01T00:00Z' where plant_id % 60 = 8`,
    `delete from plant_organizations where plant_id % 100 = 5`,
    `delete from plants where id % 200 = 12`,
    `update plant_members set role = 'viewer' where plant_id % 8 = 0`,
    `delete from plant_members where plant_id % 40 = 0`,
  ]
  for (const change of changes) {
    await query(change)
    await expectTrue()
  }
  await query('delete from organizations where id = $1', [organizationId])
  await expectTrue()
})
