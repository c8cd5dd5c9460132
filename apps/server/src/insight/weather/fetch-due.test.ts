import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addTestPlant, addTestUser, createTestApp, type TestApp } from '../../testing/app.ts'
import { fetchDueWeather, removeEmptyPlaces } from './fetch-due.ts'
import { openMeteo } from './open-meteo.ts'
import { readHourOfPlants, readPlantHours, readWeatherState } from './read-weather.ts'

const start = Date.parse('2026-06-10T09:30:00Z')
let test: TestApp
let ownerId: number
let asked: URL[] = []
let agents: (string | undefined)[] = []
let reply: (url: URL, response: ServerResponse) => void
const server = createServer((request: IncomingMessage, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  asked.push(url)
  agents.push(request.headers['user-agent'])
  reply(url, response)
})
let nowMs = start

/** An answer as the service's own documents show it. */
const answerTo = (url: URL): string => {
  const fromS = (Math.floor(nowMs / DAY_MS) * DAY_MS) / 1000 - 86_400
  const time = Array.from({ length: 96 }, (_, i) => fromS + i * 3600)
  return JSON.stringify({
    latitude: Number(url.searchParams.get('latitude')),
    longitude: Number(url.searchParams.get('longitude')),
    utc_offset_seconds: 0,
    hourly_units: { temperature_2m: '°C', shortwave_radiation: 'W/m²', weather_code: 'wmo code' },
    hourly: {
      time,
      temperature_2m: time.map(() => 18),
      shortwave_radiation: time.map(() => 300),
      weather_code: time.map(() => 2),
    },
  })
}
const answer = (url: URL, response: ServerResponse): void => void response.end(answerTo(url))

beforeAll(async () => {
  test = await createTestApp(start)
  ownerId = (await addTestUser(test, 'owner')).userId
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await test.close()
})
beforeEach(async () => {
  await sql`delete from weather_pauses`.execute(test.db.kysely)
  await sql`delete from weather_places`.execute(test.db.kysely)
  await sql`delete from plants`.execute(test.db.kysely)
  asked = []
  agents = []
  nowMs = start
  reply = answer
})

const settings = () => ({
  provider: openMeteo,
  baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  key: '',
  callsPerDay: 8_000,
})
const run = (options: { patienceMs?: number; now?: () => number } = {}) =>
  fetchDueWeather(test.db, settings(), {
    now: () => nowMs,
    agent: 'Heliograph/0.1 (http://localhost)',
    log: { warn: () => {} },
    ...options,
  })
const plantAt = (latitudeDeg: number, longitudeDeg: number) =>
  addTestPlant(test.db, ownerId, { latitudeDeg, longitudeDeg })

describe('weather of places', () => {
  it('asks once for all plants of a place, however many nodes run', async () => {
    const ids = [await plantAt(52.501, 13.401), await plantAt(52.499, 13.4), await plantAt(48.1, 11.6)]
    await Promise.all([run(), run(), run()])
    expect(asked.map(({ searchParams }) => searchParams.get('latitude')).sort()).toEqual(['48.10', '52.50'])
    expect(new Set(agents)).toEqual(new Set(['Heliograph/0.1 (http://localhost)']))
    for (const id of ids) {
      const hours = await readPlantHours(test.db, id, start - HOUR_MS, start + HOUR_MS)
      expect(hours.map(({ temperatureC, ghiWm2, kind }) => [temperatureC, ghiWm2, kind])).toEqual(
        new Array(2).fill([18, 300, 'cloudy']),
      )
    }
    expect((await readHourOfPlants(test.db, ids, start)).size).toBe(3)
  })

  it('asks again after an hour, for the days since, and never without a provider', async () => {
    await plantAt(52.5, 13.4)
    expect(await run()).toBe(1)
    expect(await run()).toBe(0)
    nowMs += HOUR_MS
    expect(await run()).toBe(1)
    expect(asked.map(({ searchParams }) => searchParams.get('past_days'))).toEqual(['92', '3'])
    nowMs += HOUR_MS
    expect(await fetchDueWeather(test.db, null, { now: () => nowMs, agent: '', log: { warn: () => {} } })).toBe(0)
    expect(asked).toHaveLength(2)
  })

  it('asks once where a node whose clock is hours ahead comes meanwhile', async () => {
    await plantAt(52.5, 13.4)
    let other: Promise<number> | undefined
    reply = (request, response) => {
      other ??= run({ now: () => start + 5 * HOUR_MS })
      void other.then(() => answer(request, response))
    }
    expect(await run()).toBe(1)
    expect(await other).toBe(0)
    expect(asked).toHaveLength(1)
  })

  it('asks for no plant without a place', async () => {
    await plantAt(0, 0)
    expect(await run()).toBe(0)
    expect(asked).toEqual([])
  })

  it('pauses for all places after 429, as long as the service says', async () => {
    const plantId = await plantAt(52.5, 13.4)
    await plantAt(48.1, 11.6)
    reply = (_, response) => response.writeHead(429, { 'retry-after': '600' }).end()
    await run()
    const before = asked.length
    expect(before).toBeLessThanOrEqual(2)
    nowMs += 9 * MINUTE_MS
    await run()
    expect(asked).toHaveLength(before)
    expect(await readWeatherState(test.db, plantId)).toMatchObject({ answeredAtMs: null, fault: 'busy' })
    nowMs += 2 * MINUTE_MS
    reply = answer
    expect(await run()).toBeGreaterThan(0)
  })

  it('waits longer after each failure and keeps the last good answer', async () => {
    const plantId = await plantAt(52.5, 13.4)
    await run()
    reply = (url, response) => response.end(answerTo(url).slice(0, 300))
    const tries: number[] = []
    for (let minute = 0; minute < 300; minute += 5) {
      nowMs = start + HOUR_MS + minute * MINUTE_MS
      const before = asked.length
      await run()
      if (asked.length > before) tries.push(minute)
    }
    expect(tries).toEqual([0, 5, 15, 35, 75, 155])
    expect(await readWeatherState(test.db, plantId)).toEqual({
      provider: 'open-meteo',
      answeredAtMs: start,
      fault: 'broken',
    })
    expect(await readPlantHours(test.db, plantId, start, start + HOUR_MS)).toHaveLength(1)
  })

  const ways: readonly (readonly [string, string, typeof reply])[] = [
    ['a server error', 'busy', (_, response) => void response.writeHead(503).end()],
    ['a refusal', 'refused', (_, response) => void response.writeHead(403).end('no agent')],
    ['silence', 'timeout', () => {}],
    ['a broken line', 'unreachable', (_, response) => void response.destroy()],
    ['a way elsewhere', 'unreachable', (_, response) => void response.writeHead(302, { location: '/x' }).end()],
    ['an endless answer', 'size', (_, response) => void response.end('['.repeat(5_000_000))],
    ['half of the body, then silence', 'timeout', (_, response) => void response.write('{"lat')],
  ]
  it.each(ways)('says what went wrong: %s', async (_, fault, how) => {
    const plantId = await plantAt(52.5, 13.4)
    reply = how
    // Only silence is waited for: a busy machine takes its time for the others.
    expect(await run({ patienceMs: fault === 'timeout' ? 300 : 30_000 })).toBe(0)
    expect((await readWeatherState(test.db, plantId))?.fault).toBe(fault)
  })

  it('forgets a place when its last plant is gone', async () => {
    const plantId = await plantAt(52.5, 13.4)
    await run()
    expect(await removeEmptyPlaces(test.db)).toBe(0)
    await sql`delete from plants where id = ${plantId}`.execute(test.db.kysely)
    expect(await removeEmptyPlaces(test.db)).toBe(1)
    expect((await sql`select from weather_days`.execute(test.db.kysely)).rows).toEqual([])
  })
})
