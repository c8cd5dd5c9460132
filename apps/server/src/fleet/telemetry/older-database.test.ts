import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { recountPlant } from '../../intake/ingest/ingest.ts'
import { readDeviceMetas } from '../../intake/ingest/known-devices.ts'
import { createOlderDatabase, type OlderDatabase } from '../../testing/older-database.ts'
import { append, deviceSeries, plantDays, quarantined, samplesOf } from './telemetry.ts'
import { addDevice, addPlant } from './testing/scene.ts'

/**
 * Three and a half days of an inverter as version 0.1 stored them; its total moves in whole kWh: 18.4 kWh a day, of
 * which version 0.1 counted 0.6 and refused the rest. Written by that version itself; half of it sealed.
 */
const old: Record<string, Record<string, unknown>[]> = JSON.parse(
  readFileSync(new URL('./fixtures/version-0.1.json', import.meta.url), 'utf8'),
)

let test: OlderDatabase
beforeEach(async () => {
  test = await createOlderDatabase('-energy.sql')
})
afterEach(() => test.drop())

async function openOldDatabase(): Promise<void> {
  const { pool } = test.db
  for (const [table, rows] of Object.entries(old))
    await pool.query(
      `insert into ${table} overriding system value select r.* from jsonb_array_elements($1::jsonb) row,
         jsonb_populate_record(null::${table}, row) r`,
      [JSON.stringify(rows)],
    )
  await pool.query(
    `select setval(pg_get_serial_sequence('plants', 'id'), 10), setval(pg_get_serial_sequence('devices', 'id'), 10)`,
  )
  await test.migrate()
}

it('is read as it is, marked for a recount, and then correct', { timeout: 60_000 }, async () => {
  const { db } = test
  await openOldDatabase()
  const generation = async () =>
    (await plantDays(db, 1, '2026-05-01', '2026-07-01')).map(({ period, energy }) => [period, energy.generation])
  expect((await generation()).slice(0, 2)).toEqual([
    ['2026-06-01', 600],
    ['2026-06-02', 600],
  ])
  const { rows } = await db.pool.query('select plant_id, state from recounts')
  expect(rows).toEqual([{ plant_id: 1, state: 'queued' }])
  await recountPlant(db, 1, { signal: new AbortController().signal, onProgress: () => {} })
  expect(await quarantined(db, 1, { fromMs: 0, toMs: 4e12 })).toEqual([])
  const days = await generation()
  expect(days.map(([date]) => date)).toEqual(['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04'])
  for (const [, wh] of days.slice(0, 3)) expect(Math.abs((wh as number) - 18_400)).toBeLessThanOrEqual(1_000)
  // The same samples in a new database give the same energies, hour by hour.
  const plantId = await addPlant(db, 'Europe/Berlin')
  const { quantities } = (await db.pool.query('select quantities from devices where id = 1')).rows[0]
  const flows = ['generation', 'import'] as const
  const added = await addDevice(db, plantId, 'Europe/Berlin', { quantities, flows, ratedW: 5_000 })
  const [before] = await readDeviceMetas(db, 1)
  if (!before) throw new Error('The device is gone')
  for await (const page of samplesOf(db, { plantId: 1, deviceId: 1, fromMs: 0, toMs: 4e12 }))
    await append(
      db,
      page.map((item) => ({ ...item, device: { ...added, ruleOf: before.ruleOf, sun: before.sun } })),
    )
  const hours = (of: { plantId: number; deviceId: number }) =>
    deviceSeries(db, {
      ...of,
      fromMs: 0,
      toMs: 4e12,
      quantities: ['generationTotalWh', 'gridImportTotalWh'],
      resolution: 'hour',
    })
  expect(await hours({ plantId: 1, deviceId: 1 })).toEqual(await hours(added))
})
