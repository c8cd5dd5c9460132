import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { migrate } from './migrate.ts'

const log = pino({ level: 'silent' })
const all = fileURLToPath(new URL('./migrations', import.meta.url))
const files = readdirSync(all).sort()
const older = files.slice(
  0,
  files.findIndex((name) => name.endsWith('-claims.sql')),
)

it('keeps loggers that connected, and requires a proof for the others', async () => {
  const test = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-migrations-'))
  try {
    await test.db.pool.query('drop schema public cascade; create schema public')
    for (const name of older) copyFileSync(join(all, name), join(folder, name))
    await migrate(test.db.pool, { log, folder })
    await test.db.pool.query(`
      insert into users (id, account, password_hash, nickname) overriding system value values (5, 'owner', 'x', 'O');
      insert into plants (id, name, type, grid_type, capacity_wp, latitude, longitude, zone, currency, azimuth_deg, tilt_deg)
        overriding system value values (1, 'Roof', 'HOUSE_ROOF', 'EXCESS', 5000, 51, 0, 'Europe/London', 'GBP', 180, 30);
      insert into loggers (wire, address, plant_id, last_seen_at, registered_at, registered_by) values
        ('solarman-v5', '4000000001', 1, now(), now(), 5), ('solarman-v5', '4000000002', 1, null, '2026-05-01', 5),
        ('solarman-v5', '4000000003', null, now(), null, null), ('readings', 'abc', 1, null, now(), 5)`)

    await migrate(test.db.pool, { log, folder: all })

    const rowsOf = async (text: string) => (await test.db.pool.query(text)).rows as unknown[]
    expect(await rowsOf('select address, plant_id from loggers order by address')).toEqual([
      { address: '4000000001', plant_id: 1 },
      { address: '4000000003', plant_id: null },
      { address: 'abc', plant_id: 1 },
    ])
    expect(await rowsOf('select plant_id, wire, address, claimed_by, place from logger_claims')).toEqual([
      { plant_id: 1, wire: 'solarman-v5', address: '4000000002', claimed_by: 5, place: null },
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await test.drop()
  }
})
