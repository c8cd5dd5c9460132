import { afterEach, beforeEach, expect, it } from 'vitest'
import { createOlderDatabase, type OlderDatabase } from '../../testing/older-database.ts'

let test: OlderDatabase

beforeEach(async () => {
  test = await createOlderDatabase('-wires.sql')
})
afterEach(() => test.drop())

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

  await test.migrate()

  expect(
    await test.rowsOf('select wire, address, plant_id, firmware, wire_state from loggers order by address'),
  ).toEqual(
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
  expect(await test.rowsOf(`select x.serial, l.address from devices x ${named}`)).toEqual([
    { serial: 'A', address: '4000000001' },
    { serial: 'B', address: '00000099' },
    { serial: 'C', address: null },
  ])
  // A logger without a plant has nothing to remember.
  expect(await test.rowsOf(`select l.address, x.plant_id, x.version, x.recent from logger_records x ${named}`)).toEqual(
    [{ address: '4000000001', plant_id: 1, version: 7, recent: [5, 6] }],
  )
  expect(await test.rowsOf(`select l.address, x.kind from waiting_records x ${named}`)).toEqual([
    { address: '00000005', kind: '' },
    { address: '01234567', kind: '0507' },
  ])
  expect(await test.rowsOf(`select l.address, x.kind, x.wire, x.reason from undecoded_payloads x ${named}`)).toEqual([
    { address: '4000000001', kind: '', wire: 'solarman-v5', reason: 'short-payload' },
    { address: '4000000001', kind: '7799', wire: 'solarman-v5', reason: 'unknown-kind' },
  ])
  expect(await test.rowsOf('select wire, address, center from moved_loggers')).toEqual([
    { wire: 'solarman-v5', address: '00000007', center: 'CHINA' },
  ])
})
