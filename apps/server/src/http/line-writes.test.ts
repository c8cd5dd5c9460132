import { gzipSync } from 'node:zlib'
import type { TokenScope } from '@heliograph/domain/permissions.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as telemetry from '../fleet/telemetry/telemetry.ts'
import { createIngest, type Ingest, openReadings, type ReadingsDesk } from '../intake/ingest/ingest.ts'
import { createLineDesk, type LineDesk } from '../intake/line-protocol/line-protocol.ts'
import { addAccessToken, findSession } from '../people/accounts/accounts.ts'
import { createReactions } from '../reactions.ts'
import { addMember, addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../testing/app.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const nowS = nowMs / 1000
let test: TestApp
let ingest: Ingest
let desk: LineDesk
let plant: number
let neighborPlant: number
let owner: string
const tokens: Record<string, string> = {}

beforeAll(async () => {
  const lines: LineDesk = { write: (options) => desk.write(options) }
  test = await createTestApp(nowMs, { services: { lines } })
  ingest = createIngest({
    db: test.db,
    telemetry,
    reactions: createReactions(() => test.clock.nowMs),
    now: () => test.clock.nowMs,
    log: pino({ level: 'silent' }),
  })
  await ingest.start()
  const readings: ReadingsDesk = await ingest.open(openReadings)
  desk = createLineDesk({ db: test.db, readings, now: () => test.clock.nowMs })
  const user = await addTestUser(test, 'owner')
  owner = user.token
  const viewer = await addTestUser(test, 'viewer')
  const neighbor = await addTestUser(test, 'neighbor')
  plant = await addTestPlant(test.db, user.userId)
  neighborPlant = await addTestPlant(test.db, neighbor.userId)
  await addMember(test.db, plant, viewer.userId, 'viewer')
  const addToken = async (name: string, sessionToken: string, scopes: readonly TokenScope[]): Promise<void> => {
    const session = await findSession(test.db, sessionToken, nowMs)
    if (session === undefined) throw new Error(`${name} is not signed in`)
    const options = { name, scopes, expiresInDays: 30, center: '', nowMs }
    tokens[name] = (await addAccessToken(test.db, session, options)).token
  }
  await addToken('owner', owner, ['reading:write'])
  await addToken('reader', owner, ['plant:read', 'plant:write'])
  await addToken('viewer', viewer.token, ['reading:write'])
  await addToken('neighbor', neighbor.token, ['reading:write'])
})
afterAll(async () => {
  await ingest.close()
  await test.close()
})
beforeEach(async () => {
  test.clock.nowMs += 60_000
  await test.db.pool.query('delete from line_series')
})

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
const write = async (
  payload: string | Buffer,
  { url = `/api/v2/write?org=home&bucket=${plant}&precision=s`, headers = {}, by = 'owner' } = {},
) =>
  await test.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Token ${tokens[by] ?? 'hgp_unknown'}`, ...headers },
    payload,
  })
const samplesOf = async (serial: string) =>
  (
    await test.db.pool.query<{ at: Date; id: number }>(
      'select s.at from samples s join devices d on d.id = s.device_id where d.serial = $1 order by s.at',
      [serial],
    )
  ).rows.map(({ at }) => at.getTime())
const valuesOf = async (serial: string) => {
  const { rows } = await test.db.pool.query<{ id: number; plant_id: number }>(
    'select id, plant_id from devices where serial = $1',
    [serial],
  )
  const [row] = rows
  const found: object[] = []
  if (row === undefined) return found
  const range = { plantId: row.plant_id, deviceId: row.id, fromMs: 0, toMs: nowMs * 2 }
  for await (const page of telemetry.samplesOf(test.db, range)) for (const { values } of page) found.push(values)
  return found
}
const countSamples = async () => (await test.db.pool.query('select count(*)::int as n from samples')).rows[0]?.n
const series = async () =>
  (
    await test.app.inject({
      method: 'GET',
      url: `/maintain-s/station/${plant}/line-series`,
      headers: bearer(owner),
    })
  ).json().data
const decide = async (all: object[], id = plant) =>
  await test.app.inject({
    method: 'POST',
    url: `/maintain-s/station/${id}/line-series`,
    headers: { ...bearer(owner), 'content-type': 'application/json' },
    payload: { series: all },
  })

describe('lines from the clients of InfluxDB', () => {
  it.each<[string, (serial: string) => Parameters<typeof write>]>([
    [
      'Telegraf, version 2, packed',
      (serial) => [
        gzipSync(`solar,host=pi,serial=${serial} acPowerW=500,generationTotalWh=1000 ${nowS}000000000\n`),
        {
          url: `/api/v2/write?bucket=${plant}&org=home`,
          headers: {
            'content-type': 'text/plain; charset=utf-8',
            'content-encoding': 'gzip',
            'user-agent': 'Telegraf/1.35.0 Go/1.24.3',
          },
        },
      ],
    ],
    [
      'Telegraf, version 1, with a user',
      (serial) => [
        `solar,serial=${serial} acPowerW=500,generationTotalWh=1000i ${nowS}000000000\n`,
        {
          url: `/write?consistency=any&db=${plant}&precision=ns&rp=`,
          headers: {
            'content-type': 'text/plain; charset=utf-8',
            authorization: basic('telegraf', tokens.owner ?? ''),
          },
        },
      ],
    ],
    [
      'influxdb-client-python of Home Assistant',
      (serial) => [
        `W,domain=sensor,entity_id=pv,serial=${serial} acPowerW=500,generationTotalWh=1000,friendly_name_str="Solar, west" ${nowS}000000000`,
        {
          url: `/api/v2/write?org=&bucket=${plant}&precision=ns`,
          headers: { 'content-type': 'text/plain', 'content-encoding': 'identity', accept: 'application/json' },
        },
      ],
    ],
    [
      'python-influxdb of Home Assistant',
      (serial) => [
        `W,serial=${serial} acPowerW=500,generationTotalWh=1000 ${nowS}000000000\n`,
        {
          url: `/write?db=${plant}`,
          headers: { 'content-type': 'application/octet-stream', authorization: basic('ha', tokens.owner ?? '') },
        },
      ],
    ],
    [
      'evcc with a user, whose bucket is a database',
      (serial) => [
        `pv,serial=${serial} acPowerW=500,generationTotalWh=1000 ${nowS}\n`,
        {
          url: `/api/v2/write?bucket=${plant}%2Fautogen&org=&precision=s`,
          headers: {
            authorization: `Token evcc:${tokens.owner}`,
            'user-agent': 'influxdb-client-go/2.14.0 (linux; arm64)',
          },
        },
      ],
    ],
    [
      'OpenDTU-OnBattery and other small programs, with the password in the query',
      (serial) => [
        `dtu,serial=${serial} acPowerW=500,generationTotalWh=1000 ${nowS}000\r\n`,
        {
          url: `/write?db=${plant}&u=dtu&p=${tokens.owner}&precision=ms`,
          headers: { authorization: '', 'content-type': 'application/x-www-form-urlencoded' },
        },
      ],
    ],
    [
      'curl with a bearer',
      (serial) => [
        `solar,serial=${serial} acPowerW=500,generationTotalWh=1000 ${nowS}`,
        { headers: { authorization: `Bearer ${tokens.owner}`, 'content-type': 'application/x-www-form-urlencoded' } },
      ],
    ],
  ])('of %s are stored when the reply is 204', async (name, request) => {
    const serial = `S${name.length}`
    const reply = await write(...request(serial))
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    expect(await samplesOf(serial)).toEqual([nowMs])
    expect(await valuesOf(serial)).toEqual([{ acPowerW: 500, generationTotalWh: 1000 }])
    const again = await write(...request(serial))
    expect(again.statusCode).toBe(204)
    expect(await samplesOf(serial)).toHaveLength(1)
  })

  it('without a line, as clients try a connection, are accepted', async () => {
    expect((await write('')).statusCode).toBe(204)
    expect((await write('\n', { url: `/write?db=${plant}` })).statusCode).toBe(204)
  })
})

describe('lines that do not fit', () => {
  it('are named with their numbers, and the good ones are stored', async () => {
    const text = [
      `solar,serial=G1 acPowerW=1 ${nowS}`,
      '# a comment',
      `solar,serial=G1 acPowerW=abc ${nowS}`,
      `solar,serial=G1 acPowerW=2 ${nowS + 10_000}`,
      `solar,serial=G1 volts=3 ${nowS}`,
      `solar,serial=G1 batterySocPercent=300 ${nowS - 5}`,
      `solar,serial=G2 acPowerW=4 ${nowS}`,
    ].join('\n')
    const reply = await write(text)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({
      code: 'PARAM_ERROR',
      stored: 2,
      lines: [
        { line: 3, reason: 'fieldValue' },
        { line: 4, reason: 'instantInFuture' },
        { line: 5, reason: 'notAssigned', field: 'volts' },
        { line: 6, reason: 'outOfRange' },
      ],
    })
    expect(reply.json().message).toContain('line 3: fieldValue')
    expect(await samplesOf('G1')).toEqual([nowMs])
    expect(await samplesOf('G2')).toEqual([nowMs])
  })

  it.each([
    ['an unknown precision', { url: `/api/v2/write?bucket=1&precision=d` }, 400],
    ['no bucket', { url: '/api/v2/write' }, 400],
    ['a bucket that is no plant', { url: '/api/v2/write?bucket=telegraf' }, 400],
    ['another encoding', { headers: { 'content-encoding': 'zstd' } }, 415],
    ['an encoding that it does not have', { headers: { 'content-encoding': 'gzip' } }, 400],
  ])('are refused with %s', async (_, options, status) => {
    const before = await countSamples()
    const reply = await write(`solar,serial=X acPowerW=1 ${nowS}`, options)
    expect(reply.statusCode).toBe(status)
    expect(await countSamples()).toBe(before)
  })

  it('are refused when they are too long, packed or not, before they are unpacked', async () => {
    const headers = { 'content-encoding': 'gzip' }
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 'a'))
    expect(bomb.length).toBeLessThan(1024 * 1024)
    expect((await write(bomb, { headers })).statusCode).toBe(413)
    expect((await write('#'.repeat(1024 * 1024 + 1))).statusCode).toBe(413)
    expect((await write(gzipSync(bomb), { headers })).statusCode).not.toBe(204)
  })
})

describe('lines of somebody', () => {
  it.each([
    ['a token of other scopes', 'reader', 403, 'NO_PERMISSION'],
    ['a member who may only look', 'viewer', 403, 'NO_PERMISSION'],
    ['a neighbor', 'neighbor', 404, 'NOT_FOUND'],
    ['nobody', 'nobody', 401, 'AUTH_TOKEN_INVALID'],
  ])('with %s are refused in both versions', async (_, by, status, code) => {
    const before = await countSamples()
    for (const url of [`/api/v2/write?bucket=${plant}`, `/write?db=${plant}`]) {
      const reply = await write(`solar,serial=X acPowerW=1`, { by, url })
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    }
    expect(await countSamples()).toBe(before)
  })

  it('for the plant of a neighbor are refused like those for one that is not there', async () => {
    const replies = await Promise.all(
      [neighborPlant, 999_999].map((id) => write('solar,serial=X acPowerW=1', { url: `/write?db=${id}` })),
    )
    expect(replies.map((reply) => [reply.statusCode, reply.json().code])).toEqual([
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
    ])
  })

  it('without a token are refused before their body is read', async () => {
    const reply = await test.app.inject({ method: 'POST', url: '/write?db=1', payload: 'x'.repeat(2 * 1024 * 1024) })
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'AUTH_TOKEN_INVALID'])
  })
})

describe('a series of line protocol', () => {
  const line = (value: number, more = '') =>
    `kW,entity_id=grid${more} value=${value},unit_str="kW" ${nowS + Math.round(value)}`

  it('is kept until the owner says what it is, and is stored from then on', async () => {
    expect((await write(line(-1.5))).statusCode).toBe(400)
    const [found] = await series()
    expect(found).toMatchObject({
      measurement: 'kW',
      tags: { entity_id: 'grid' },
      field: 'value',
      value: -1.5,
      state: 'open',
      use: null,
    })
    const use = { serial: 'GRID', quantity: 'gridPowerW', unit: 'kW', isTurned: true }
    expect((await decide([{ id: found.id, use }])).statusCode).toBe(200)
    expect((await write(line(-2))).statusCode).toBe(204)
    expect(await valuesOf('GRID')).toEqual([{ gridPowerW: 2000 }])
    expect((await series())[0]).toMatchObject({ state: 'assigned', use })
    // A tag that is added later does not make another series of it.
    expect((await write(line(-3, ',host=pi'))).statusCode).toBe(204)
    expect(await valuesOf('GRID')).toHaveLength(2)
  })

  it('that is ignored is accepted and not stored', async () => {
    await write(`cpu usage=3 ${nowS}`)
    const [found] = await series()
    await decide([{ id: found.id, use: 'ignored' }])
    const before = await countSamples()
    expect((await write(`cpu usage=4 ${nowS}`)).statusCode).toBe(204)
    expect(await countSamples()).toBe(before)
    await decide([{ id: found.id, use: null }])
    expect((await write(`cpu usage=4 ${nowS}`)).statusCode).toBe(400)
  })

  it('of two calls with one instant is stored beside the other, each once', async () => {
    for (const text of ['acPowerW=700', 'acFrequencyHz=50', 'acPowerW=700', 'acFrequencyHz=50'])
      expect((await write(`a,serial=TWO ${text} ${nowS}`)).statusCode).toBe(204)
    expect(await samplesOf('TWO')).toEqual([nowMs, nowMs + 1])
  })

  it('has a unit that its quantity has, and a plant that is not the neighbor’s', async () => {
    await write(line(1))
    const [found] = await series()
    const use = { serial: 'GRID', quantity: 'gridPowerW', unit: 'kWh', isTurned: false }
    const wrong = await decide([{ id: found.id, use }])
    expect([wrong.statusCode, wrong.json().detail.field]).toEqual([400, 'body.series.0.use.unit'])
    expect((await decide([{ id: found.id, use: null }], neighborPlant)).statusCode).toBe(404)
    await test.db.pool.query('update line_series set plant_id = $1', [neighborPlant])
    expect((await decide([{ id: found.id, use: 'ignored' }])).statusCode).toBe(404)
  })

  it('beyond the limit takes the place of the open one that was seen longest ago', async () => {
    const lines = (from: number) => Array.from({ length: 300 }, (_, n) => `m,n=${from + n} v=1`).join('\n')
    await write(lines(0))
    const [kept] = await series()
    await decide([{ id: kept.id, use: 'ignored' }])
    test.clock.nowMs += 120_000
    await write(lines(300))
    test.clock.nowMs += 120_000
    await write(lines(600))
    const all: { id: number; tags: { n: string } }[] = await series()
    expect(all).toHaveLength(500)
    expect(all.some(({ id }) => id === kept.id)).toBe(true)
    expect(all.filter(({ tags }) => Number(tags.n) >= 600)).toHaveLength(300)
  })
})
