import { statuses } from '@heliograph/domain/status.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUser } from '../../people/accounts/accounts.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { countSought } from './count-plants.ts'
import { keepFleetSums, watchLargeFleets } from './keep-fleet-sums.ts'
import { findPlants, type PlantSearch } from './list-plants.ts'
import { findPage } from './page-of-plants.ts'
import { fromSought, guessBound, seek } from './sought-plants.ts'

const nowMs = Date.parse('2026-06-20T12:00:00Z')
let test: TestDatabase
let userId: number
let organizationId: number
let tagIds: number[]

const query = async <T extends object>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
  (await test.db.pool.query<T>(text, [...values])).rows

/** 4,700 plants, of which an organization holds nearly all, some for a time, and a person every fifth. */
beforeAll(async () => {
  test = await createTestDatabase()
  userId = await addUser(test.db, { account: 'owner', password: 'Walrus-27-tusks' })
  const [added] = await query<{ id: number }>("insert into organizations (name, code) values ('O', 'O') returning id")
  organizationId = added?.id ?? 0
  const [other] = await query<{ id: number }>("insert into organizations (name, code) values ('Zed', 'Z') returning id")
  await query(
    `insert into plants (name, address, type, grid_type, capacity_wp, latitude, longitude, zone, currency, azimuth_deg, tilt_deg, started_on, created_at)
     select case n % 900 when 0 then 'Quay ' else 'Plant ' end || n, 'Town ' || n % 3, case n % 30 when 7 then 'GROUND' else 'HOUSE_ROOF' end,
       case n % 20 when 0 then 'OFF_GRID' else 'EXCESS' end, 3000 + n * 7919 % 9000, 48, 10, 'Europe/Berlin', 'EUR', 180, 20,
       case n % 4 when 0 then null else date '2020-01-01' + n * 104729 % 1500 end, timestamptz '2025-01-01' + interval '1 hour' * (n * 613 % 5000)
     from generate_series(1, 4700) n`,
  )
  await query(
    `insert into plant_organizations (plant_id, organization_id, role, rights, expires_at)
     select id, $1, 'owner', case when id % 4 = 0 then '{viewPlantInfo}' else '{viewPlantInfo,viewPlantDevice}' end::text[], case id % 50 when 0 then timestamptz '2026-06-20T11:59Z' when 1 then '2026-06-20T12:01Z' end
     from plants where id > 50`,
    [organizationId],
  )
  await query(
    `insert into plant_organizations (plant_id, organization_id, role, rights) select id, $1, 'viewer', '{}' from plants where id % 1000 = 5`,
    [other?.id],
  )
  await query(
    `insert into plant_members (plant_id, user_id, role, rights)
     select id, $1, 'owner', case when id % 2 = 0 then '{viewPlantInfo}' else '{viewPlantInfo,viewPlantDevice}' end::text[] from plants where id % 5 = 0`,
    [userId],
  )
  await query(
    `insert into loggers (wire, address, plant_id) select 'solarman-v5', '17' || lpad(id::text, 6, '0'), id from plants where id % 3 > 0`,
  )
  await query(
    `insert into devices (plant_id, serial, name, type, profile_id)
     select id, case id % 3 when 1 then 'SN0' else 'XN0' end || id, 'Inverter', 'INVERTER', '' from plants`,
  )
  const tags = await query<{ id: number }>(
    `insert into plant_tags (organization_id, name) values ($1, 'Third'), ($1, 'Rare') returning id`,
    [organizationId],
  )
  tagIds = tags.map(({ id }) => id)
  await query(
    `insert into tagged_plants select id, $1::bigint from plants where id % 3 = 0 union all select id, $2::bigint from plants where id % 500 = 6`,
    tagIds,
  )
  await query(
    `update plant_now set status = ($1::text[])[1 + plant_id % 7], status_rank = plant_id % 7, alarm_level = case when plant_id % 97 = 0 then 2 when plant_id % 61 = 0 then 1 when plant_id % 53 = 0 then 0 end,
       pv_w = case when plant_id % 11 = 0 then null else plant_id * 31 % 4999 end,
       today_wh = case when plant_id % 13 = 0 then null else plant_id * 17 % 6007 end, soc_percent = plant_id % 100, last_at = now()`,
    [[...statuses]],
  )
  await query('analyze')
})
afterAll(() => test.drop())

const holders = () =>
  [
    [
      { userId, organizationId: organizationId, organizationRole: 'admin' },
      `m.organization_id = ${organizationId} and (m.expires_at is null or m.expires_at > '2026-06-20T12:00Z')`,
    ],
    [{ userId, organizationId: null, organizationRole: null }, `m.user_id = ${userId}`],
  ] as const

const WORST = `case when n.alarm_level = 2 then 0 when n.alarm_level = 1 and n.status_rank > 3 then 3.5 else n.status_rank end`
const orders = [
  ['status', 'DESC', `${WORST}, p.id`],
  ['status', 'ASC', `${WORST} desc, p.id desc`],
  ['id', 'DESC', 'p.id desc'],
  ['name', 'ASC', 'p.name, p.id'],
  ['installedCapacity', 'DESC', 'p.capacity_wp desc, p.id desc'],
  ['createdDate', 'DESC', 'p.created_at desc, p.id desc'],
  ['startOperatingTime', 'ASC', 'p.started_on, p.id'],
  ['locationAddress', 'ASC', 'p.address, p.id'],
  ['generationPower', 'DESC', 'n.pv_w desc nulls last, p.id desc'],
  ['generationPower', 'ASC', 'n.pv_w nulls last, p.id'],
  ['generationValue', 'DESC', 'n.today_wh desc nulls last, p.id desc'],
  ['batterySoc', 'ASC', 'n.soc_percent nulls last, p.id'],
  ['lastUpdateTime', 'ASC', 'n.last_at nulls last, p.id'],
  ['fullPowerHoursDay', 'DESC', 'n.today_wh / p.capacity_wp desc nulls last, p.id desc'],
] as const

const HAS_DEVICES = "'viewPlantDevice' = any(m.rights)"
const hasLogger = `(${HAS_DEVICES} and p.id % 3 > 0 or p.name like '%1700%')`
/** Filters, and the plainest SQL that says the same. */
const filters: readonly (readonly [name: string, search: Partial<PlantSearch>, condition: string])[] = [
  ['no filter', {}, 'true'],
  ['a word of nearly all', { keyword: 'PLANT' }, "p.name like 'Plant%'"],
  ['a word of a third', { keyword: 'town 1' }, "p.address = 'Town 1'"],
  ['a letter of a few', { keyword: 'q' }, "p.name like 'Quay%'"],
  ['the name of another organization', { keyword: 'zed' }, 'p.id % 1000 = 5'],
  ['a beginning that is too short', { keyword: 'xN0' }, 'false'],
  [
    'a beginning of many serial numbers',
    { keyword: 'xN01' },
    `${HAS_DEVICES} and p.id % 3 <> 1 and p.id::text like '1%'`,
  ],
  ['a beginning of nearly all loggers', { keyword: '1700' }, hasLogger],
  ['the same and a status', { keyword: '1700', statuses: ['late'] }, `${hasLogger} and n.status = 'late'`],
  ['the middle of serial numbers', { keyword: '7000' }, 'false'],
  ['a sign with a meaning in SQL', { keyword: '100%' }, 'false'],
  ['two statuses', { statuses: ['fault', 'late'] }, `n.status in ('fault', 'late')`],
  ['a status and a word', { statuses: ['fault'], keyword: 'plant' }, `n.status = 'fault' and p.name like 'Plant%'`],
  ['a grid type and a letter', { gridType: 'OFF_GRID', keyword: 'n' }, `p.grid_type = 'OFF_GRID'`],
  ['a type and a word', { type: 'GROUND', keyword: 'lan' }, "p.type = 'GROUND'"],
  ['known plants and a word', { plantIds: [60, 75, 80], keyword: 'lan' }, 'p.id in (60, 75, 80)'],
]

async function expectTrue(search: Partial<PlantSearch>, condition: string, of = [...holders()]): Promise<void> {
  for (const [holder, held] of of) {
    const from = `from plants p join plant_now n on n.plant_id = p.id join plant_holders m on m.plant_id = p.id where ${held} and ${condition}`
    const sought = await seek(test.db, { holder, ...search }, nowMs)
    const total = await countSought(test.db, sought)
    for (const [order, direction, by] of orders) {
      const truth = await query<{ id: number }>(`select p.id ${from} order by ${by}`)
      expect(total).toBe(truth.length)
      for (const page of [1, 40]) {
        const found = await findPage(test.db, sought, { page, size: 7, order, direction }, Promise.resolve(total))
        const meant = truth.slice((page - 1) * 7, page * 7).map(({ id }) => id)
        expect([order, direction, found]).toEqual([order, direction, meant])
      }
    }
  }
}

describe('a page of a large holder and of a small one is what a plain join gives', () => {
  it.each(filters)('with %s', (_, search, condition) => expectTrue(search, condition))

  it('with tags of the organization', async () => {
    const [organization] = holders()
    for (const [tags, condition] of [
      [tagIds.slice(0, 1), 'p.id % 3 = 0'],
      [tagIds.slice(1), 'p.id % 500 = 6'],
      [tagIds, 'p.id % 3 = 0 and p.id % 500 = 6'],
    ] as const)
      await expectTrue({ tagIds: tags }, condition, [organization])
  })
})

it('few plants are beyond a guessed bound, and they are the first', async () => {
  const [[holder]] = holders()
  const sought = await seek(test.db, { holder }, nowMs)
  for (const isFalling of [true, false]) {
    const way = isFalling ? sql`desc` : sql`asc`
    const figure = sql`n.today_wh / n.capacity_wp`
    const by = (value: unknown, id: unknown) => sql`${value} ${way} nulls last, ${id} ${way}`
    const bound = await guessBound(test.db, sought, { figure, by, isFalling }, 100)
    const read = async (condition: unknown, limit: number) => {
      const { rows } = await sql<{
        id: number
      }>`select n.plant_id as id ${fromSought(sought, { now: true })} and ${condition}
        order by ${by(figure, sql`n.plant_id`)} limit ${limit}`.execute(test.db.kysely)
      return rows.map(({ id }) => id)
    }
    const beyond = await read(bound, 5_000)
    expect(beyond).toHaveLength(101)
    expect(beyond).toEqual(await read(sql`true`, 101))
  }
})

it('the heads of orders are kept: a plant that rises is in them after the next look', async () => {
  const { db } = test
  const [organization] = holders()
  const [holder, held] = organization
  await watchLargeFleets(db, 4_000, 2_000)
  await keepFleetSums(db, nowMs, { firsts: 300 })
  expect((await seek(db, { holder }, nowMs)).large?.isSummed).toBe(true)
  const { rows } = await db.pool.query('select sorted, cardinality(plant_ids) as plants from fleet_firsts order by 1')
  expect(rows.map(({ sorted, plants }) => [sorted, plants])).toEqual(
    ['batterySoc', 'fullPowerHoursDay', 'generationPower', 'generationValue', 'lastUpdateTime'].flatMap((order) =>
      ['ASC', 'DESC'].flatMap((way) => (order + way === 'lastUpdateTimeDESC' ? [] : [[`${order} ${way}`, 300]])),
    ),
  )
  await expectTrue({}, 'true', [organization])
  await expectTrue({ statuses: ['fault', 'late'] }, `n.status in ('fault', 'late')`, [organization])
  const search = { holder, page: 1, size: 1, order: 'generationPower', direction: 'DESC' } as const
  const first = async (atMs: number) => (await findPlants(db, search, atMs)).plants[0]?.facts.plantId
  const before = await first(nowMs)
  const [{ id, pv_w } = { id: 0, pv_w: 0 }] = await query<{ id: number; pv_w: number }>(
    'select plant_id as id, pv_w from plant_now where $1 = any(holders) and pv_w > 2000 order by pv_w limit 1',
    [-organizationId],
  )
  // Heads that fall give way at once: all are read where too few are left.
  const isHead =
    "plant_id = any(array(select unnest(plant_ids) from fleet_firsts where sorted = 'generationPower DESC'))"
  await query(`create table fallen as select plant_id, pv_w from plant_now where ${isHead}`)
  await query('update plant_now n set pv_w = 1 from fallen f where f.plant_id = n.plant_id')
  const [highest] = await query<{ id: number }>(
    `select p.id from plants p join plant_now n on n.plant_id = p.id join plant_holders m on m.plant_id = p.id where ${held}
     order by n.pv_w desc nulls last, p.id desc limit 1`,
  )
  expect(highest?.id).not.toBe(before)
  expect(await first(nowMs)).toBe(highest?.id)
  await query('update plant_now n set pv_w = f.pv_w from fallen f where f.plant_id = n.plant_id')
  await query('drop table fallen')
  await query('update plant_now set pv_w = 99999 where plant_id = $1', [id])
  expect(await first(nowMs)).toBe(before)
  // What is older than ten minutes is not shown: all are read.
  expect(await first(nowMs + 11 * 60_000)).toBe(id)
  await keepFleetSums(db, nowMs + 2 * 60_000, { firsts: 300 })
  expect(await first(nowMs + 2 * 60_000)).toBe(id)
  await query('update plant_now set pv_w = $2 where plant_id = $1', [id, pv_w])
  await watchLargeFleets(db, 99_999, 99_999)
  expect(await query('select from fleet_firsts')).toEqual([])
})

it('words and capacity follow a plant that is edited', async () => {
  const holder = holders()[0][0]
  await query(`update plants set name = 'Ümlaut WERK', capacity_wp = 1 where id = 777`)
  await query('update plant_now set today_wh = 900000 where plant_id = 777')
  const search = { holder, page: 1, size: 1, order: 'fullPowerHoursDay', direction: 'DESC' } as const
  for (const keyword of ['ümlaut', 'werk', 'Ü'])
    expect((await findPlants(test.db, { ...search, keyword }, nowMs)).plants[0]?.facts.plantId).toBe(777)
  expect((await findPlants(test.db, search, nowMs)).plants[0]?.facts.plantId).toBe(777)
  expect((await findPlants(test.db, { ...search, keyword: 'Plant 777' }, nowMs)).total).toBe(0)
})

it('the index finds a plant by any part of its words, and by no other', async () => {
  const whole = 'Öko-Hof 光伏 İZ ß 12'
  const signs = [...whole]
  const parts = signs.flatMap((_, from) => signs.slice(from + 1).map((_sign, n) => whole.slice(from, from + n + 2)))
  const found = await query<{ part: string; isFound: boolean; isOther: boolean }>(
    `select part, search_pieces($1) @> sought_pieces(part) as "isFound", search_pieces($1) @> sought_pieces(part || 'x') as "isOther"
     from unnest($2::text[]) part`,
    [whole, parts],
  )
  expect(found.length).toBeGreaterThan(100)
  expect(found.filter(({ isFound, isOther }) => !isFound || isOther)).toEqual([])
})

it('serial numbers follow devices, loggers and rights', async () => {
  const kept = () =>
    query(`select plant_id, coalesce((select string_agg(x, ' ' order by x) from unnest(string_to_array(serials, E'\\n')) x), '') as serials,
      array(select unnest(viewers) order by 1) as viewers from plant_search order by 1`)
  const meant = () =>
    query(`select id as plant_id, coalesce((select ' ' || string_agg(s, ' ' order by s) from (
        select lower(serial) as s from devices where plant_id = p.id
        union all select lower(address) from loggers where plant_id = p.id) x), '') as serials,
      array(select coalesce(user_id, -organization_id) from plant_holders m where m.plant_id = p.id
        and m.expires_at is null and 'viewPlantDevice' = any(m.rights) order by 1) as viewers from plants p order by 1`)
  for (const change of [
    'select 1',
    `update devices set serial = serial || 'b' where plant_id % 100 = 0`,
    `update devices set plant_id = plant_id + 1 where plant_id % 100 = 50`,
    `delete from devices where plant_id % 100 = 61`,
    `update loggers set plant_id = plant_id + 2 where plant_id % 100 = 51`,
    `update loggers set plant_id = null where plant_id % 100 = 31`,
    `delete from loggers where plant_id % 100 = 71`,
    `update plant_members set rights = '{}' where plant_id % 100 = 15`,
    `update plant_organizations set rights = '{viewPlantDevice}', expires_at = null where plant_id % 100 = 0`,
    `update plant_organizations set expires_at = '2030-01-01T00:00Z' where plant_id % 100 = 5`,
    `delete from plant_organizations where plant_id % 100 = 45`,
    `delete from plants where id % 100 = 99`,
  ]) {
    await query(change)
    expect([change, await kept()]).toEqual([change, await meant()])
  }
})

it('nobody finds a plant of somebody else', async () => {
  const stranger = await addUser(test.db, { account: 'stranger', password: 'Walrus-27-tusks' })
  const holder = { userId: stranger, organizationId: null, organizationRole: null }
  for (const [, search] of filters)
    for (const order of ['status', 'name', 'generationPower']) {
      const found = await findPlants(test.db, { holder, page: 1, size: 5, order, direction: 'DESC', ...search }, nowMs)
      expect(found).toEqual({ total: 0, plants: [] })
    }
})
