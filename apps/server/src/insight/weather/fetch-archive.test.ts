import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addTestPlant, addTestUser, createTestApp, type TestApp } from '../../testing/app.ts'
import { fetchDueArchive } from './fetch-archive.ts'
import { openMeteo } from './open-meteo.ts'
import { listLitDays, readPlantHours } from './read-weather.ts'

const start = Date.parse('2026-06-10T09:30:00Z')
let nowMs = start
let test: TestApp
let plantId: number
let asked: URL[] = []
let reply: (url: URL, response: ServerResponse) => void
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  asked.push(url)
  reply(url, response)
})

/** Whole days of the archive, as its documents show them. */
function answer(url: URL, response: ServerResponse): void {
  const fromMs = Date.parse(url.searchParams.get('start_date') ?? '')
  const toMs = Date.parse(url.searchParams.get('end_date') ?? '') + DAY_MS
  const time = Array.from({ length: (toMs - fromMs) / HOUR_MS }, (_, i) => (fromMs + i * HOUR_MS) / 1000)
  const hourly = { time, shortwave_radiation: time.map(() => 250), weather_code: time.map(() => 2) }
  const at = { latitude: 52.5, longitude: 13.4, utc_offset_seconds: 0 }
  response.end(JSON.stringify({ ...at, hourly_units: { shortwave_radiation: 'W/m²' }, hourly }))
}

beforeAll(async () => {
  test = await createTestApp(start)
  const { userId } = await addTestUser(test, 'owner')
  plantId = await addTestPlant(test.db, userId, { latitudeDeg: 52.5, longitudeDeg: 13.4 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await test.close()
})

/** The sky is known since March; the plant is as old as given. */
beforeEach(async () => {
  nowMs = start
  asked = []
  reply = answer
  for (const table of ['weather_pauses', 'weather_places', 'plant_days'])
    await sql`delete from ${sql.table(table)}`.execute(test.db.kysely)
  await sql`insert into weather_places (latitude_cdeg, longitude_cdeg, provider, answered_at, archive_next_at)
    values (5250, 1340, 'open-meteo', now(), to_timestamp(0))`.execute(test.db.kysely)
  await sql`insert into weather_days values (5250, 1340, '2026-03-10', 'open-meteo', now(), '{"kind":["sunny"]}')`.execute(
    test.db.kysely,
  )
})
const plantSince = (day: string) =>
  sql`insert into plant_days (plant_id, day) values (${plantId}, ${day})`.execute(test.db.kysely)

const run = (callsPerDay = 1_000_000, archiveUrl: string | null = 'own') => {
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { provider: openMeteo, baseUrl: 'http://127.0.0.1:1', key: '', callsPerDay }
  return fetchDueArchive(
    test.db,
    { ...settings, archiveUrl: archiveUrl === 'own' ? own : archiveUrl },
    { now: () => nowMs, agent: 'Heliograph/0.1', log: { warn: () => {} } },
  )
}
const spans = () => asked.map(({ searchParams }) => [searchParams.get('start_date'), searchParams.get('end_date')])

describe('the past of places', () => {
  it('comes from the archive back to the first day of their plants', async () => {
    await plantSince('2025-11-20')
    expect(await run()).toBe(2)
    // One day more than is kept: sums of the last hour stand there.
    expect(spans()).toEqual([
      ['2025-12-10', '2026-03-10'],
      ['2025-11-20', '2025-12-10'],
    ])
    expect(asked[0]?.pathname).toBe('/v1/archive')
    const lit = await listLitDays(test.db, plantId, '2025-11-20', '2026-03-09')
    expect([lit.size, [...lit].sort()[0]]).toEqual([110, '2025-11-20'])
    const hours = await readPlantHours(test.db, plantId, Date.parse('2026-03-09'), Date.parse('2026-03-10'))
    expect(hours.map(({ ghiWm2 }) => ghiWm2)).toEqual(new Array(24).fill(250))
    nowMs += MINUTE_MS
    expect(await run()).toBe(0)
    expect(asked).toHaveLength(2)
  })

  it('is asked for as slowly as the day’s requests allow', async () => {
    await plantSince('2025-06-01')
    expect(await run(8_000)).toBe(1)
    nowMs += 8 * MINUTE_MS
    expect(await run(8_000)).toBe(0)
    nowMs += 2 * MINUTE_MS
    expect(await run(8_000)).toBe(1)
  })

  it('is looked for again soon where a plant is new: its history arrives in pieces', async () => {
    await sql`update plants set created_at = ${new Date(start - HOUR_MS)}`.execute(test.db.kysely)
    await plantSince('2026-06-09')
    expect(await run()).toBe(0)
    await plantSince('2026-02-20')
    nowMs += 5 * MINUTE_MS
    expect(await run()).toBe(0)
    nowMs += 6 * MINUTE_MS
    expect(await run()).toBe(1)
    await sql`update plants set created_at = ${new Date(start - 30 * DAY_MS)}`.execute(test.db.kysely)
  })

  it('ends ten years ago, and where nobody is asked', async () => {
    await plantSince('1999-01-01')
    expect(await run(1_000_000, null)).toBe(0)
    await sql`update weather_days set day = '2016-06-10'`.execute(test.db.kysely)
    await run()
    expect(spans()).toEqual([['2016-06-02', '2016-06-10']])
  })

  it('waits after a refusal, and pauses for all where the service is busy', async () => {
    await plantSince('2025-11-20')
    reply = (_, response) => void response.writeHead(404).end()
    expect(await run()).toBe(0)
    nowMs += 5 * HOUR_MS
    expect(await run()).toBe(0)
    expect(asked).toHaveLength(1)
    nowMs += 2 * HOUR_MS
    reply = (_, response) => void response.writeHead(429, { 'retry-after': '3600' }).end()
    await run()
    expect((await sql`select from weather_pauses`.execute(test.db.kysely)).rows).toHaveLength(1)
  })
})
