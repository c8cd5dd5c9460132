import { HOUR_MS } from '@heliograph/domain/duration.ts'
import type { Db } from '../platform/db/database.ts'
import { addTestDevice, addTestPlant, appendSamples } from './app.ts'
import { type Place, sampleAlarmId } from './call-samples.ts'

/** A plant with an inverter that reports, a meter, a logger and an alarm: what the samples of calls are about. */
export async function addSamplePlace(db: Db, ownerId: number, name: string, nowMs: number): Promise<Place> {
  const plant = await addTestPlant(db, ownerId, { name })
  const meta = await addTestDevice(db, plant, {
    quantities: ['acPowerW', 'generationTodayWh', 'generationTotalWh', 'inverterState'],
    texts: { model: 'X', dspVersion: '3C' },
  })
  await appendSamples(db, meta, { fromMs: nowMs - HOUR_MS, toMs: nowMs }, (atMs) => ({
    acPowerW: 4321.5,
    generationTotalWh: 1_000_000 + (atMs - nowMs) / 1000,
    generationTodayWh: 9_000 + (atMs - nowMs) / 1000,
    inverterState: 3,
  }))
  const { rows } = await db.pool.query<{ id: number }>(
    `with added as (insert into loggers (wire, address, plant_id) values ('solarman-v5', $1, $2) returning id)
     insert into logger_addresses (plant_id, slot, logger_id, address, first_at, last_at, oldest_at, records)
     select $2, 1, id, '192.0.2.1', now(), now(), now(), 1 from added returning logger_id as id`,
    [String(4_000_000_000 + plant), plant],
  )
  await db.pool.query(
    `insert into alarms (id, plant_id, device_id, part, rule, level, influence, opened_at, found_at, last_seen_at)
     values ($1, $2, $3, 'pv1', 'stringDead', 2, 1, $4, $4, $4)`,
    [sampleAlarmId(plant), plant, meta.deviceId, new Date(nowMs - HOUR_MS)],
  )
  const { deviceId: meter } = await addTestDevice(db, plant, {
    type: 'METER',
    flows: [],
    quantities: ['gridPowerW'],
  })
  return { plant, device: meta.deviceId, meter, logger: rows[0]?.id ?? 0, organization: 999_999 }
}
