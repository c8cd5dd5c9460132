import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { judgeSilence } from './alarms.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const noon = Date.parse('2026-06-01T12:00Z')
const PLANTS = 600

type Plan = Readonly<{ Plans?: readonly Plan[]; 'Rows Removed by Join Filter'?: number; 'Actual Loops': number }>
const comparedIn = (plan: Plan): number =>
  (plan['Rows Removed by Join Filter'] ?? 0) * plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, item) => sum + comparedIn(item), 0)

it('statistics of a quiet day do not make an outage a comparison of all with all', async () => {
  const { pool } = database.db
  await pool.query(
    `insert into plants (name, type, grid_type, capacity_wp, latitude, longitude, zone, currency, azimuth_deg, tilt_deg)
     select 'Plant ' || n, 'HOUSE_ROOF', 'EXCESS', 10000, 48, 10, 'UTC', 'EUR', 180, 20 from generate_series(1, $1::int) n`,
    [PLANTS],
  )
  // Heard just now, as a regional outage is seen from here: silence itself is read from the rows of now.
  await pool.query(
    `insert into loggers (wire, address, plant_id, first_seen_at, last_seen_at, interval_s)
     select 'solarman-v5', (4100000000 + id)::text, id, $1, $1, 300 from plants`,
    [new Date(noon)],
  )
  await pool.query(
    `insert into devices (plant_id, serial, name, type, profile_id, quantities, flows, rated_w, logger_id)
     select l.plant_id, 'B' || l.plant_id || '-' || k, 'Inverter ' || k, 'INVERTER', 'sofar-2701', '{acPowerW}', '{}', 5000, l.id
     from loggers l, generate_series(1, 2) k`,
  )
  await pool.query(
    `insert into device_now (plant_id, device_id, presence, status_since) select plant_id, id, 'well', $1 from devices
     on conflict (plant_id, device_id) do update set presence = 'well'`,
    [new Date(noon)],
  )
  await pool.query('analyze')
  await pool.query("update device_now set presence = 'silent'")

  const query = vi.spyOn(pg.Client.prototype, 'query')
  const opened = await judgeSilence(database.db, noon)
  const asked = query.mock.calls.flatMap(([text, values]) =>
    typeof text === 'string' && text.includes('with standing as')
      ? [{ text, values: values as unknown as unknown[] }]
      : [],
  )
  query.mockRestore()
  expect(opened).toBe(PLANTS)
  expect(asked.length).toBeGreaterThan(1)
  for (const { text, values } of asked) {
    const { rows } = await pool.query<{ 'QUERY PLAN': readonly Readonly<{ Plan: Plan }>[] }>(
      `explain (analyze, format json) ${text}`,
      values,
    )
    expect(comparedIn(rows[0]?.['QUERY PLAN'][0]?.Plan as Plan)).toBeLessThan(10 * PLANTS)
  }
})
