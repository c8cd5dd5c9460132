import { expect, it } from 'vitest'
import { createOlderDatabase } from '../../testing/older-database.ts'

it('keeps loggers that connected, and requires a proof for the others', async () => {
  const test = await createOlderDatabase('-claims.sql')
  try {
    await test.db.pool.query(`
      insert into users (id, account, password_hash, nickname) overriding system value values (5, 'owner', 'x', 'O');
      insert into plants (id, name, type, grid_type, capacity_wp, latitude, longitude, zone, currency, azimuth_deg, tilt_deg)
        overriding system value values (1, 'Roof', 'HOUSE_ROOF', 'EXCESS', 5000, 51, 0, 'Europe/London', 'GBP', 180, 30);
      insert into loggers (wire, address, plant_id, last_seen_at, registered_at, registered_by) values
        ('solarman-v5', '4000000001', 1, now(), now(), 5), ('solarman-v5', '4000000002', 1, null, '2026-05-01', 5),
        ('solarman-v5', '4000000003', null, now(), null, null), ('readings', 'abc', 1, null, now(), 5)`)

    await test.migrate()

    expect(await test.rowsOf('select address, plant_id from loggers order by address')).toEqual([
      { address: '4000000001', plant_id: 1 },
      { address: '4000000003', plant_id: null },
      { address: 'abc', plant_id: 1 },
    ])
    expect(await test.rowsOf('select plant_id, wire, address, claimed_by, place from logger_claims')).toEqual([
      { plant_id: 1, wire: 'solarman-v5', address: '4000000002', claimed_by: 5, place: null },
    ])
  } finally {
    await test.drop()
  }
})
