import { MOST_PLACES } from '@heliograph/contract/maintain-s/fleet.ts'
import { rankOf, statuses } from '@heliograph/domain/status.ts'
import { randomAt } from '@heliograph/solar/random.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addUser } from '../../people/accounts/accounts.ts'
import { addTestPlant } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { listPlaces } from './fleet-places.ts'
import { readFleetScreen } from './fleet-screen.ts'
import { sumFleet } from './fleet-sums.ts'
import { keepFleetSums, watchLargeFleets } from './keep-fleet-sums.ts'
import { seek } from './sought-plants.ts'

const NOW = Date.parse('2026-06-20T12:00:00Z')

let database: TestDatabase
let userId: number
let organizationId: number
beforeAll(async () => {
  database = await createTestDatabase()
  userId = await addUser(database.db, { account: 'owner', password: 'Walrus-27-tusks' })
  const { rows } = await database.db.pool.query<{ id: number }>(
    "insert into organizations (name, code) values ('North', 'NORTH') returning id",
  )
  organizationId = rows[0]?.id ?? 0
})
afterAll(() => database.drop())
afterEach(async () => {
  await database.db.pool.query('delete from plants')
  await watchLargeFleets(database.db, 3, 2)
})

const mine = () => ({ userId, organizationId: null, organizationRole: null }) as const
const theirs = () => ({ userId, organizationId, organizationRole: 'admin' }) as const

/** All that kept sums say, and the same added up from the plants. */
async function readBoth(holder: ReturnType<typeof mine> | ReturnType<typeof theirs>, nowMs = NOW) {
  const { db } = database
  const sought = await seek(db, { holder }, nowMs)
  const plain = { ...sought, large: undefined }
  const sorted = async (asked: typeof sought) =>
    [...(await sumFleet(db, asked))].sort((a, b) => a.rank - b.rank || (a.currency < b.currency ? -1 : 1))
  return { isSummed: sought.large?.isSummed, kept: await sorted(sought), plain: await sorted(plain) }
}

/** Tiles as they are kept, and as the plants say. */
async function readTiles() {
  const kept = await database.db.pool.query(
    `select holder, level, x, y, status_rank, sum(plants) as plants, sum(latitudes) as latitudes, sum(longitudes) as longitudes
     from (select * from fleet_tiles union all select * from fleet_tile_changes) t
     group by 1, 2, 3, 4, 5 having sum(plants) <> 0 order by 1, 2, 3, 4, 5`,
  )
  const plain = await database.db.pool.query(
    `select f.holder, level, floor((n.longitude + 180) / 360 * 2 ^ level)::int as x, floor((n.latitude + 90) / 360 * 2 ^ level)::int as y,
       n.status_rank, count(*)::float8 as plants, sum(round(n.latitude * 1e6)) as latitudes, sum(round(n.longitude * 1e6)) as longitudes
     from plant_now n join plants p on p.id = n.plant_id and (p.latitude, p.longitude) = (n.latitude, n.longitude)
       join fleet_holders f on f.holder = any(n.holders), unnest('{9,12}'::smallint[]) level
     group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
  )
  return { kept: kept.rows, plain: plain.rows }
}

describe('kept sums of large holders', () => {
  it.each([1, 2, 3, 4, 5, 6])('equal the plants after any history: seed %i', async (seed) => {
    const { db } = database
    const { pool } = db
    let drawn = 0
    const draw = (below: number): number => Math.floor(randomAt(seed, drawn++) * below)
    const plants: number[] = []
    const pick = (): number => plants[draw(plants.length)] ?? 0
    const add = async () => {
      plants.push(
        await addTestPlant(db, userId, {
          latitudeDeg: 48 + draw(4),
          longitudeDeg: 9 + draw(4),
          currency: ['EUR', 'CHF'][draw(2)] ?? 'EUR',
          pricePerKwh: draw(3) === 0 ? null : draw(40) / 100,
          capacityWp: 1000 * (1 + draw(20)),
        }),
      )
    }
    for (let n = 0; n < 6; n++) await add()
    const steps: (() => Promise<unknown>)[] = [
      add,
      // Several plants report at once, some of them nothing.
      ...Array.from({ length: 4 }, () => () => {
        const ids = [...new Set([pick(), pick(), pick()])]
        return pool.query(
          `update plant_now n set pv_w = u.w, today_wh = u.wh, status_rank = coalesce(u.rank, n.status_rank), alarm_level = u.level
           from unnest($1::bigint[], $2::float8[], $3::float8[], $4::smallint[], $5::smallint[]) u (id, w, wh, rank, level)
           where n.plant_id = u.id`,
          [
            ids,
            ids.map(() => (draw(4) === 0 ? null : draw(9000) / 7)),
            ids.map(() => (draw(4) === 0 ? null : draw(90_000) / 7)),
            ids.map(() => (draw(2) === 0 ? rankOf(statuses[draw(statuses.length)] ?? 'well') : null)),
            ids.map(() => [null, 0, 1, 2][draw(4)]),
          ],
        )
      }),
      () =>
        pool.query('update plants set latitude = $2, longitude = $3 where id = $1', [
          pick(),
          48 + draw(4),
          9 + draw(4),
        ]),
      () => pool.query('update plants set currency = $2, capacity_wp = $3 where id = $1', [pick(), 'SEK', draw(9000)]),
      () => pool.query('update plants set price_per_kwh = $2 where id = $1', [pick(), draw(2) === 0 ? null : 0.5]),
      () =>
        pool.query(
          `insert into tariffs (plant_id, valid_from, tariff) values ($1, date '2026-01-01' + $2::int, '{}') on conflict do nothing`,
          [pick(), draw(3)],
        ),
      () => pool.query('delete from tariffs where plant_id = $1', [pick()]),
      () =>
        pool.query(
          `insert into plant_organizations (plant_id, organization_id, role, rights, expires_at)
           values ($1, $2, 'viewer', '{viewPlantInfo}', $3) on conflict do nothing`,
          [pick(), organizationId, draw(3) === 0 ? new Date(NOW + 60_000) : null],
        ),
      () => pool.query('delete from plant_organizations where plant_id = $1', [pick()]),
      async () => {
        if (plants.length > 4)
          await pool.query('delete from plants where id = $1', plants.splice(draw(plants.length), 1))
      },
      () => keepFleetSums(db, NOW),
      () => watchLargeFleets(db, 3, 2),
    ]
    let compared = 0
    for (let step = 0; step < 150; step++) {
      await steps[draw(steps.length)]?.()
      if (step % 10 !== 9) continue
      for (const holder of [mine(), theirs()]) {
        const { isSummed, kept, plain } = await readBoth(holder)
        expect(kept).toEqual(plain)
        if (isSummed) compared++
      }
      const { rows } = await pool.query('select from fleet_holders where not is_counted')
      if (rows.length === 0) {
        const tiles = await readTiles()
        expect(tiles.kept).toEqual(tiles.plain)
      }
    }
    expect(compared).toBeGreaterThan(5)
  })

  it('keep what others write while they are counted and joined', async () => {
    const { db } = database
    const plants: number[] = []
    for (let n = 0; n < 8; n++) plants.push(await addTestPlant(db, userId))
    // In the order of their ids, as every writer of several plants takes its rows.
    const write = (value: number) =>
      db.pool.query(
        `with held as (select plant_id from plant_now where plant_id = any($1::bigint[]) order by plant_id for no key update)
        update plant_now n set pv_w = $2::int, status_rank = $2::int % 5 from held h where n.plant_id = h.plant_id`,
        [plants.filter((_, n) => n % 3 !== value % 3), value],
      )
    let isOver = false
    const writers = [1, 2].map(async (first) => {
      for (let value = first; !isOver; value += 2) await write(value)
    })
    await watchLargeFleets(db, 3, 2)
    for (let n = 0; n < 10; n++) await Promise.all([keepFleetSums(db, NOW), keepFleetSums(db, NOW)])
    isOver = true
    await Promise.all(writers)
    const { isSummed, kept, plain } = await readBoth(mine())
    expect(isSummed).toBe(true)
    expect(kept).toEqual(plain)
    const tiles = await readTiles()
    expect(tiles.kept).toEqual(tiles.plain)
  })

  it('are forgotten when few plants are left, and nothing is noted for small holders', async () => {
    const { db } = database
    for (let n = 0; n < 4; n++) await addTestPlant(db, userId)
    await db.pool.query('update plant_now set pv_w = 5')
    expect((await db.pool.query('select from fleet_sums')).rowCount).toBe(0)
    await watchLargeFleets(db, 4, 2)
    await keepFleetSums(db, NOW)
    expect((await readBoth(mine())).isSummed).toBe(true)
    await db.pool.query('delete from plants where id in (select id from plants order by id limit 3)')
    await watchLargeFleets(db, 4, 2)
    expect((await readBoth(mine())).isSummed).toBeUndefined()
    const { rows: triggers } = await db.pool.query("select from pg_trigger where tgname ~ '^(summed|mapped)_'")
    expect(triggers).toEqual([])
    for (const table of ['fleet_holders', 'fleet_sums', 'fleet_tiles', 'fleet_tile_changes'])
      expect((await db.pool.query(`select from ${table}`)).rowCount).toBe(0)
  })

  it('are counted anew where a restored backup has no triggers', async () => {
    const { db } = database
    for (let n = 0; n < 4; n++) await addTestPlant(db, userId)
    await watchLargeFleets(db, 4, 2)
    await keepFleetSums(db, NOW)
    for (const name of [
      'summed_plant_updated',
      'mapped_plant_changed',
      'summed_plant_inserted',
      'summed_plant_deleted',
      'mapped_plant_came',
      'mapped_plant_went',
    ])
      await db.pool.query(`drop trigger ${name} on plant_now`)
    await db.pool.query('update plant_now set pv_w = 7, status_rank = 3')
    await keepFleetSums(db, NOW)
    await db.pool.query('update plant_now set pv_w = pv_w + 1')
    const { isSummed, kept, plain } = await readBoth(mine())
    expect(isSummed).toBe(true)
    expect(kept).toEqual(plain)
    expect(kept.map(({ powerW }) => powerW)).toEqual([32])
  })

  it('make the same large screen and the same map', async () => {
    const { db } = database
    for (let n = 0; n < 6; n++) {
      const plantId = await addTestPlant(db, userId, { latitudeDeg: 40 + 3 * n, longitudeDeg: 9 + 20 * n })
      await db.pool.query(
        `update plant_now set pv_w = 100 * $2::int, today_wh = 1000 * $2::int, today = '2026-06-20', status = 'well', status_rank = $3 where plant_id = $1`,
        [plantId, n, rankOf('well')],
      )
      await db.pool.query("insert into plant_days (plant_id, day, generation_wh) values ($1, '2026-06-19', 700)", [
        plantId,
      ])
    }
    const read = async () => ({
      screen: await readFleetScreen(db, { holder: mine() }, NOW),
      map: await listPlaces(db, { holder: mine() }, NOW),
      near: await listPlaces(db, { holder: mine(), bounds: { west: 8.9, south: 39.9, east: 30, north: 43.3 } }, NOW),
    })
    const plain = await read()
    await watchLargeFleets(db, 4, 2)
    await keepFleetSums(db, NOW)
    expect((await readBoth(mine())).isSummed).toBe(true)
    expect(await read()).toEqual(plain)
    expect(plain.map.total).toBe(6)
    expect(plain.near.total).toBe(2)
    const tiles = await listPlaces(db, { holder: mine() }, NOW, 0)
    expect(tiles.total).toBe(6)
    expect(tiles.places).toHaveLength(6)
    expect(tiles.places).toEqual(expect.arrayContaining([...plain.map.places]))
    expect(plain.screen.yesterday).toEqual({ known: 6, generationWh: 4200 })
  })

  it('give way to the plants themselves where the bounds are close', async () => {
    const { db } = database
    await db.pool.query(
      `insert into plants (name, type, grid_type, capacity_wp, latitude, longitude, zone, currency, azimuth_deg, tilt_deg)
       select 'P' || n, 'GROUND', 'EXCESS', 1, case when n <= 3 then 50 else 49.93 + n % 40 * 5e-4 end,
         case when n <= 3 then 10 else 9.94 + n % 39 * 5e-4 end, 'Europe/Berlin', 'EUR', 180, 20 from generate_series(1, 2103) n`,
    )
    await db.pool.query(
      `insert into plant_members (plant_id, user_id, role, rights) select id, $1, 'owner', '{viewPlantInfo}' from plants`,
      [userId],
    )
    await watchLargeFleets(db, 4, 2)
    await keepFleetSums(db, NOW)
    expect((await readBoth(mine())).isSummed).toBe(true)
    const at = (west: number, south: number, sizeDeg: number, mostNear?: number) => {
      const bounds = { west, south, east: west + sizeDeg, north: south + sizeDeg }
      return listPlaces(db, { holder: mine(), bounds }, NOW, undefined, mostNear)
    }
    // All of them are in one tile, most of them in its other corner.
    const few = await at(9.99, 49.99, 0.02)
    expect([few.total, few.isMerged, few.places.map(({ name }) => name)]).toEqual([3, false, ['P1', 'P2', 'P3']])
    const many = await at(9.93, 49.92, 0.04)
    expect([many.total, many.isMerged]).toEqual([2100, true])
    expect(many.places.length).toBeGreaterThan(50)
    for (const { latitudeDeg, longitudeDeg } of many.places) {
      expect(Math.abs(longitudeDeg - 9.95)).toBeLessThan(0.02)
      expect(Math.abs(latitudeDeg - 49.94)).toBeLessThan(0.02)
    }
    expect((await at(9.9, 49.9, 0.5)).places).toHaveLength(1)
    // No more plants are read than a holder without kept sums has.
    expect((await at(9.93, 49.92, 0.04, 2000)).places).toHaveLength(1)
  })

  it('name a plant that is alone, and no other of its square', async () => {
    const { db } = database
    const places = new Map<number, Readonly<{ latitudeDeg: number; longitudeDeg: number }>>()
    const pairs = Array.from({ length: 20 }, (_, n) => ({
      latitudeDeg: 40 + 7 * randomAt(11, 2 * n),
      longitudeDeg: 5 + 7 * randomAt(11, 2 * n + 1),
    }))
    for (const { latitudeDeg, longitudeDeg } of pairs)
      for (const place of [
        { latitudeDeg, longitudeDeg },
        { latitudeDeg, longitudeDeg: longitudeDeg + 0.15 },
      ])
        places.set(await addTestPlant(db, userId, place), place)
    await watchLargeFleets(db, 4, 2)
    await keepFleetSums(db, NOW)
    let named = 0
    for (const { latitudeDeg, longitudeDeg } of pairs) {
      // Its edge lies between the two of a pair.
      const [west, south] = [longitudeDeg + 0.075, latitudeDeg - 3]
      const found = await listPlaces(
        db,
        { holder: mine(), bounds: { west, south, east: west + 6, north: south + 6 } },
        NOW,
        0,
      )
      for (const { count, plantId, longitudeDeg, latitudeDeg } of found.places) {
        expect(plantId === null).toBe(count > 1)
        if (plantId === null) continue
        named += 1
        expect(longitudeDeg).toBeCloseTo(places.get(plantId)?.longitudeDeg ?? 0, 5)
        expect(latitudeDeg).toBeCloseTo(places.get(plantId)?.latitudeDeg ?? 0, 5)
      }
    }
    expect(named).toBeGreaterThan(40)
  })

  it('make no more places than a reply may have, whatever the bounds', async () => {
    const { db } = database
    for (let n = 0; n < 4; n++) await addTestPlant(db, userId)
    await watchLargeFleets(db, 4, 2)
    await keepFleetSums(db, NOW)
    // Plants in each tile of the world, and in each fine tile of 20 x 20 degrees.
    for (const [level, columns, rows] of [
      [9, 512, 256],
      [12, 228, 228],
    ])
      await db.pool.query(
        `insert into fleet_tiles select $1, $2::smallint, x, y, 6, 9, (y * 360 / 2 ^ $2::smallint - 90) * 9e6,
           (x * 360 / 2 ^ $2::smallint - 180) * 9e6 from generate_series(0, $3::int - 1) x, generate_series(0, $4::int - 1) y
         on conflict do nothing`,
        [userId, level, columns, rows],
      )
    const sizes = [
      [9, 13],
      [5, 12],
      [3.1, 3.1],
      [17, 1],
      [360, 180],
      [20, 170],
    ]
    for (let n = 0; n < 40; n++) sizes.push([1 + 17 * randomAt(7, 4 * n), 1 + 17 * randomAt(7, 4 * n + 1)])
    for (let n = 0; n < 10; n++) sizes.push([18 + 300 * randomAt(8, 4 * n), 18 + 150 * randomAt(8, 4 * n + 1)])
    const counts: number[] = []
    for (const [at, [width = 0, height = 0]] of sizes.entries()) {
      const west = -180 + randomAt(9, 2 * at) * Math.min(2, 360 - width)
      const south = -90 + randomAt(9, 2 * at + 1) * Math.min(2, 180 - height)
      const bounds = { west, south, east: west + width, north: south + height }
      const { places } = await listPlaces(db, { holder: mine(), bounds }, NOW)
      expect(places.length, JSON.stringify(bounds)).toBeLessThanOrEqual(MOST_PLACES)
      counts.push(places.length)
    }
    // Nor needlessly few.
    expect(Math.min(...counts)).toBeGreaterThan(70)
  })

  it('count a plant of yesterday once, with what was added to its day', async () => {
    const { db } = database
    const read = async () => (await readFleetScreen(db, { holder: mine() }, NOW)).yesterday
    for (let n = 0; n < 4; n++) {
      const plantId = await addTestPlant(db, userId)
      await db.pool.query("update plant_now set today = '2026-06-20' where plant_id = $1", [plantId])
      if (n < 2) await db.pool.query("insert into plant_day_offsets values ($1, '2026-06-19', 50, 0)", [plantId])
      if (n === 3) continue
      await db.pool.query("insert into plant_days (plant_id, day, generation_wh) values ($1, '2026-06-19', 700)", [
        plantId,
      ])
    }
    expect(await read()).toEqual({ known: 3, generationWh: 2200 })
    await watchLargeFleets(db, 4, 2)
    await keepFleetSums(db, NOW)
    expect((await readBoth(mine())).isSummed).toBe(true)
    expect(await read()).toEqual({ known: 3, generationWh: 2200 })
  })
})
