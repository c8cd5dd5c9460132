import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { CallName } from '@heliograph/contract/calls.ts'
import { addImage } from '@heliograph/server/fleet/plant-images/plant-images.ts'
import { append, type DeviceMeta } from '@heliograph/server/fleet/telemetry/telemetry.ts'
import type { Db } from '@heliograph/server/platform/db/database.ts'
import type { CallParts } from '@heliograph/server/testing/call.ts'
import type { Place } from '@heliograph/server/testing/call-samples.ts'
import { sampleAlarmId } from '@heliograph/server/testing/call-samples.ts'
import { DAY, dayOf } from './history.part.ts'
import { RATED_W, ZONE } from './telemetry.part.ts'

/** What single calls are about, so that each of them has something to answer: pictures, alarms, meters, files. */

export const SENDER = '192.0.2.1'
const meterFlows = ['gridImportTotalWh', 'gridExportTotalWh', 'gridPowerW'] as const

/** The first plant's meter, with two days of records. @returns its id */
export async function addMeters(db: Db, plantCount: number, nowMs: number): Promise<number> {
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into devices (plant_id, serial, name, type, profile_id, quantities, flows)
     select p, 'M' || p, 'Meter', 'METER', '', $2, '{}' from generate_series(1, $1::int) p order by p returning id`,
    [plantCount, [...meterFlows]],
  )
  const deviceId = Math.min(...rows.map(({ id }) => id))
  const rule = { ratedW: RATED_W, totalStepWh: 1000, todayStepWh: 10, maxStepWh: 10_000 }
  const device: DeviceMeta = {
    plantId: 1,
    deviceId,
    zone: ZONE,
    ruleOf: () => rule,
    sun: null,
    quantities: meterFlows,
    flows: [],
  }
  const instants = Array.from({ length: 576 }, (_, n) => nowMs - 2 * DAY + n * 300_000)
  await append(
    db,
    instants.map((atMs, n) => ({
      device,
      atMs: Math.floor(atMs / 1000) * 1000,
      slot: 1,
      timeSource: 'frame' as const,
      values: { gridImportTotalWh: 1_000_000 + n * 100, gridExportTotalWh: 2_000_000, gridPowerW: 1_200 },
    })),
  )
  return deviceId
}

/** Rows of every plant: an open alarm and an ended one, where its records came from, a picture; tags and a view of the user. */
export async function addSubjects(db: Db, userId: number, plantCount: number, nowMs: number): Promise<void> {
  const { pool } = db
  const user = await pool.query<{ id: number }>(
    `insert into plant_tags (user_id, name) select $1, n from unnest(array['North', 'Rare']) n returning id`,
    [userId],
  )
  await pool.query(
    `insert into tagged_plants select p, t from generate_series(1, $1::int) p, unnest($2::bigint[]) t where p % 3 = 0`,
    [plantCount, user.rows.map(({ id }) => id)],
  )
  await pool.query(`insert into plant_views (user_id, name, definition) values ($1, 'Mine', '{}')`, [userId])
  await pool.query(
    `insert into logger_addresses (plant_id, slot, logger_id, address, first_at, last_at, oldest_at, records)
     select p, 1, p, $2, $3, $4, $3, 17280 from generate_series(1, $1::int) p`,
    [plantCount, SENDER, new Date(nowMs - 30 * DAY), new Date(nowMs)],
  )
  const ids = Array.from({ length: plantCount }, (_, index) => sampleAlarmId(index + 1))
  await pool.query(
    `with added as (
       insert into alarms (id, plant_id, device_id, part, rule, level, influence, opened_at, found_at, last_seen_at, closed_at, end_reason, lost_wh)
       select case k when 1 then ($1::uuid[])[p] else gen_random_uuid() end, p, p * 2 - 1, 'pv1', 'stringDead', 2, 1,
         $2::timestamptz - interval '2 days' * k, $2::timestamptz - interval '2 days' * k, $2::timestamptz,
         case k when 2 then $2::timestamptz - interval '3 days' end, case k when 2 then 'recovered' end, 1234
       from generate_series(1, cardinality($1::uuid[])) p, generate_series(1, 2) k returning id, plant_id, opened_at)
     insert into alarm_events (alarm_id, plant_id, kind, at, found_at, notified_at)
     select id, plant_id, 'opened', opened_at, opened_at, opened_at from added`,
    [ids, new Date(nowMs)],
  )
  const bytes = readFileSync('docs/images/plant.png')
  await addImage(db, { plantId: 1, userId, bytes, caption: 'Roof', nowMs }, { account: 'bench' })
  await pool.query(
    `insert into plant_images (plant_id, position, caption, width, height, large, small, created_at, created_by)
     select p, position, caption, width, height, large, small, created_at, created_by
     from plant_images, generate_series(2, $1::int) p`,
    [plantCount],
  )
}

/** Makes a call and reads its reply. @throws for any reply but one with the wanted content */
export type Ask = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>
export type Subjects = Partial<Record<CallName, (at: Place) => CallParts>>

/** What only the running server makes: an upload to preview, finished files. @returns the requests about them, and about the seeded rows */
export async function makeSubjects(ask: Ask, nowMs: number): Promise<Subjects> {
  const days = { from: dayOf(nowMs - 29 * DAY), to: dayOf(nowMs - DAY) }
  const lines = Array.from({ length: 8_640 }, (_, n) => {
    const atMs = nowMs - 400 * DAY + n * 300_000
    return `${new Date(atMs).toISOString()},${Math.max(0, Math.round(5_000 * Math.sin((n / 144) * Math.PI)))}`
  })
  const content = Buffer.from(['time,power W', ...lines].join('\n')).toString('base64')
  const upload = await ask('POST', '/maintain-s/station/1/import', { name: 'roof.csv', content })
  const points = { kind: 'statistics', step: 'day', ...days }
  const file = await finish(ask, '/maintain-s/station/1/report/jobs', points)
  const fleetFile = await finish(ask, '/maintain-s/station/report/jobs', {
    kind: 'report',
    step: 'day',
    fileType: 'pdf',
    ...days,
  })
  return {
    'POST /maintain-s/station/{id}/import/preview': () => ({
      params: { id: 1 },
      body: { files: [{ id: upload.id, mapping: upload.mapping }], overlap: 'keep', between: null },
    }),
    'GET /maintain-s/station/{id}/report/jobs': () => ({ params: { id: 1 } }),
    'GET /maintain-s/station/{id}/report/jobs/{jobId}/file': () => ({ params: { id: 1, jobId: file } }),
    'GET /maintain-s/station/report/jobs/{jobId}/file': () => ({ params: { jobId: fleetFile } }),
    'GET /maintain-s/station/{id}/images/{imageId}/file': ({ plant }) => ({ params: { id: plant, imageId: plant } }),
    'POST /maintain-s/power/system/{id}/gateway/{gid}/addresses/preview': ({ plant, logger }) => ({
      params: { id: plant, gid: logger },
      body: { address: SENDER, since: Math.floor(nowMs / 1000) - 7 * 86_400 },
    }),
    'POST /maintain-s/operating/alert/timeline': ({ device }) => ({
      body: { deviceId: device, ruleId: 'stringDead', alertDay: dayOf(nowMs - DAY).replaceAll('-', '') },
    }),
  }
}

async function finish(ask: Ask, path: string, definition: object): Promise<number> {
  const { id } = await ask('POST', path, { definition })
  for (let n = 0; n < 300; n++) {
    const { data } = (await ask('GET', path)) as { data: readonly { id: unknown; state: string }[] }
    const state = data.find((job) => job.id === id)?.state
    if (state === 'ready') return id as number
    if (state === 'failed') break
    await delay(200)
  }
  throw new Error(`no file of ${path}`)
}
