import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { migrate } from './migrate.ts'

const log = pino({ level: 'silent' })
const all = fileURLToPath(new URL('./migrations', import.meta.url))
const files = readdirSync(all).sort()
const older = files.slice(
  0,
  files.findIndex((name) => name.endsWith('-wires.sql')),
)
let test: TestDatabase
let folder = ''

beforeEach(async () => {
  test = await createTestDatabase()
  await test.db.pool.query('drop schema public cascade; create schema public')
  folder = mkdtempSync(join(tmpdir(), 'heliograph-migrations-'))
  for (const name of older) copyFileSync(join(all, name), join(folder, name))
  await migrate(test.db.pool, { log, folder })
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await test.drop()
})

const rowsOf = async (text: string) => (await test.db.pool.query(text)).rows as unknown[]

it('keeps loggers, their state and the rows that refer to them', async () => {
  await test.db.pool.query(`
    insert into plants (id, name, type, grid_type, capacity_wp, latitude, longitude, zone, currency)
      overriding system value values (1, 'Roof', 'HOUSE_ROOF', 'EXCESS', 5000, 51, 0, 'Europe/London', 'GBP');
    insert into loggers (serial, plant_id, firmware, boot_offsets) values
      (4000000001, 1, 'LSW3', '[{"offsetS":1,"bootBaseS":2}]'), (1234567, null, '', '[]'), (7, null, '', '[]');
    insert into devices (plant_id, logger_serial, serial, name, type, profile_id) values
      (1, 4000000001, 'A', 'A', 'INVERTER', 'x'), (1, 99, 'B', 'B', 'INVERTER', 'x'), (1, null, 'C', 'C', 'INVERTER', 'x');
    insert into logger_records (serial, version, recent) values (4000000001, 7, '{5,6}'), (7, 2, '{1}');
    insert into waiting_records (serial, digest, payload) values
      (1234567, '\\x01', '\\x010705000000000000000000000000000000000000000041'), (5, '\\x02', '\\x0102');
    insert into undecoded_payloads (plant_id, serial, digest, sensor_type, reason, payload) values
      (1, 4000000001, '\\x01', 30617, 'unknown-sensor-type', '\\x01'), (1, 4000000001, '\\x02', null, 'short-payload', '\\x02');
    insert into moved_loggers (serial, centre) values (7, 'CHINA');`)

  await migrate(test.db.pool, { log, folder: all })

  expect(await rowsOf('select wire, address, plant_id, firmware, wire_state from loggers order by address')).toEqual(
    [
      ['00000005', null, '', {}],
      ['00000007', null, '', {}],
      ['00000099', null, '', {}],
      ['01234567', null, '', {}],
      ['4000000001', 1, 'LSW3', { offsets: [{ offsetS: 1, bootBaseS: 2 }] }],
    ].map(([address, plant_id, firmware, wire_state]) => ({
      wire: 'solarman-v5',
      address,
      plant_id,
      firmware,
      wire_state,
    })),
  )
  const named = 'left join loggers l on l.id = x.logger_id order by 1, 2'
  expect(await rowsOf(`select x.serial, l.address from devices x ${named}`)).toEqual([
    { serial: 'A', address: '4000000001' },
    { serial: 'B', address: '00000099' },
    { serial: 'C', address: null },
  ])
  // A logger without a plant has nothing to remember.
  expect(await rowsOf(`select l.address, x.plant_id, x.version, x.recent from logger_records x ${named}`)).toEqual([
    { address: '4000000001', plant_id: 1, version: 7, recent: [5, 6] },
  ])
  expect(await rowsOf(`select l.address, x.kind from waiting_records x ${named}`)).toEqual([
    { address: '00000005', kind: '' },
    { address: '01234567', kind: '0507' },
  ])
  expect(await rowsOf(`select l.address, x.kind, x.wire, x.reason from undecoded_payloads x ${named}`)).toEqual([
    { address: '4000000001', kind: '', wire: 'solarman-v5', reason: 'short-payload' },
    { address: '4000000001', kind: '7799', wire: 'solarman-v5', reason: 'unknown-kind' },
  ])
  expect(await rowsOf('select wire, address, center from moved_loggers')).toEqual([
    { wire: 'solarman-v5', address: '00000007', center: 'CHINA' },
  ])
})
