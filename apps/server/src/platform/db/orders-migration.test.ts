import { afterEach, beforeEach, expect, it } from 'vitest'
import { createOlderDatabase, type OlderDatabase } from '../../testing/older-database.ts'

let test: OlderDatabase

beforeEach(async () => {
  test = await createOlderDatabase('-orders.sql')
})
afterEach(() => test.drop())

it('keeps the orders of both kinds with their numbers, and counts on from the last', async () => {
  await test.db.pool.query(`
    insert into plants (id, name, type, grid_type, capacity_wp, latitude, longitude, zone, currency, azimuth_deg, tilt_deg)
      overriding system value values (1, 'Roof', 'HOUSE_ROOF', 'EXCESS', 5000, 51, 0, 'Europe/London', 'GBP', 180, 30);
    insert into loggers (id, wire, address, plant_id) overriding system value values (7, 'solarman-v5', '4000000001', 1);
    insert into data_plan_orders (plant_id, logger_id, months, note, state, ordered_at, closed_at, expires_on)
      values (1, 7, 12, 'soon', 'done', '2026-06-01', '2026-06-02', '2027-06-30'),
        (1, 7, 6, '', 'open', '2026-06-03', null, null);
    insert into message_credit_orders (channel, credits, price, currency, ordered_at)
      values ('sms', 100, 5.5, 'EUR', '2026-06-04')`)
  await test.migrate()
  const { rows } = await test.db.pool.query(
    `select kind, id, logger_id, channel, amount, price::float, note, state, expires_on::text from orders order by kind, id`,
  )
  expect(rows).toEqual([
    { ...rows[0], kind: 'credits', id: 1, logger_id: null, channel: 'sms', amount: 100, price: 5.5, state: 'open' },
    { ...rows[1], kind: 'renewal', id: 1, logger_id: 7, amount: 12, note: 'soon', expires_on: '2027-06-30' },
    { ...rows[2], kind: 'renewal', id: 2, logger_id: 7, amount: 6, state: 'open', expires_on: null },
  ])
  const { rows: next } = await test.db.pool.query(
    `insert into orders (kind, channel, amount, price, currency, ordered_at) values ('credits', 'sms', 1, 1, 'EUR', now()) returning id`,
  )
  expect(next).toEqual([{ id: 3 }])
})
