import { toLive } from '@heliograph/collect/live-readings.ts'
import type { TargetReport } from '@heliograph/collect/target-reader.ts'
import type { CallName, Calls } from '@heliograph/contract/calls.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import type { z } from 'zod'
import * as telemetry from '../../fleet/telemetry/telemetry.ts'
import { type AgentDesk, openAgents } from '../../intake/agents/agents.ts'
import { addTarget, listTargets } from '../../intake/collect/targets.ts'
import { createIngest, type Ingest, openPolled } from '../../intake/ingest/ingest.ts'
import { createReactions } from '../../reactions.ts'
import { addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'
import { createTestServices } from '../../testing/services.ts'

type AgentReportBody = z.input<Calls['POST /agent-s/report']['body']>

const startMs = Date.parse('2026-06-15T10:00:00Z')
const PAIRING = 'POST /maintain-s/station/{id}/agents/pairing'
const LIST = 'GET /maintain-s/station/{id}/agents'
const REMOVE = 'DELETE /maintain-s/station/{id}/agents/{agentId}'
const PAIR = 'POST /agent-s/pair'
const POLL = 'POST /agent-s/poll'
const REPORT = 'POST /agent-s/report'
const READINGS = 'POST /agent-s/readings'
const ANSWER = 'POST /agent-s/request/{id}'
const PROBE = 'POST /maintain-s/station/{id}/targets/probe'
const MOVE = 'POST /maintain-s/power/system/{id}/gateway/{gid}/move'
const TARGETS = 'GET /maintain-s/station/{id}/targets'
const about = { version: '0.1.0', platform: 'linux arm64' }
const state = {
  ...about,
  waiting: 3,
  bytes: 900,
  dropped: 0,
  refused: 0,
  damagedBytes: 0,
  networks: ['192.168.1.0/24'],
}

let test: TestApp
let ingest: Ingest
let agents: AgentDesk
let [owner, neighbor] = ['', '']
let [plant, neighborPlant, ownerId, neighborId] = [0, 0, 0, 0]

beforeAll(async () => {
  const late: { agents?: AgentDesk } = {}
  const found = (): AgentDesk => {
    if (late.agents === undefined) throw new Error('not yet')
    return late.agents
  }
  const services = createTestServices()
  test = await createTestApp(startMs, {
    services: {
      agents: new Proxy(services.agents, {
        get: (stub, name) =>
          late.agents === undefined ? stub[name as keyof typeof stub] : found()[name as keyof AgentDesk],
      }),
      targets: {
        ...services.targets,
        list: (id) => listTargets(test.db, id),
        probe: async ({ agentId = 0, plantId, ...place }) => {
          await found().requireOnline(plantId, agentId)
          await found().probe(agentId, place)
          return []
        },
      },
    },
  })
  const { db } = test
  const now = (): number => test.clock.nowMs
  const log = pino({ level: 'silent' })
  ingest = createIngest({ db, telemetry, reactions: createReactions(now), now, log })
  await ingest.start()
  agents = await openAgents({ db, log, desk: await ingest.open(openPolled), now, noteScan: async () => true })
  late.agents = agents
  const user = await addTestUser(test, 'owner')
  const other = await addTestUser(test, 'neighbor')
  owner = user.token
  ownerId = user.userId
  neighbor = other.token
  neighborId = other.userId
  plant = await addTestPlant(db, ownerId)
  neighborPlant = await addTestPlant(db, neighborId)
})
afterAll(async () => {
  await agents.close()
  await ingest.close()
  await test.close()
})

const call = async (token: string, name: CallName, parts: CallParts) => {
  const reply = await inject(test.app, name, parts, bearer(token))
  return { status: reply.statusCode, body: reply.json() }
}
const pairAt = async (token: string, plantId: number): Promise<string> => {
  const { body } = await call(token, PAIRING, { params: { id: plantId }, body: { name: 'Cellar' } })
  const paired = await call('none', PAIR, { body: { ...about, pairingCode: body.pairingCode } })
  return paired.body.token as string
}
const agentOf = async (token: string, plantId: number) =>
  (await call(token, LIST, { params: { id: plantId } })).body.data.at(-1) as {
    id: number
    name: string
    isOnline: boolean
  }
const placeTarget = async (plantId: number, userId: number, agentId: number, serial: string, host = '192.168.1.20') => {
  const opens = { wire: 'modbus', profileId: 'sunspec', unit: 1, serial }
  const candidate = { key: serial, maker: 'M', model: 'X', serial, confidence: 1, why: 'model', opens } as const
  const offer = { plantId, agentId, way: 'modbus-tcp', host, port: 502, settings: { framing: 'tcp' }, candidate }
  return await addTarget(test.db, {
    plantId,
    userId,
    offers: [offer],
    secrets: [],
    name: '',
    pollSeconds: 60,
    storeSeconds: 60,
    nowMs: test.clock.nowMs,
  })
}
const reading = (targetId: number, serial: string, atMs: number, more: object = {}) => ({
  targetId,
  atMs,
  intervalMs: 60_000,
  serial,
  type: 'INVERTER',
  profileId: 'sunspec',
  values: { acPowerW: 1_200, generationTotalWh: 5_000_000 },
  texts: { model: 'X' },
  complaints: [],
  words: Buffer.from(`${serial} ${atMs}`).toString('base64'),
  ...more,
})
const countSamples = async (serial: string): Promise<number> => {
  const { rows } = await test.db.pool.query(
    'select count(*)::int as count from samples s join devices d on d.id = s.device_id where d.serial = $1',
    [serial],
  )
  return rows[0].count
}

describe('pairing', () => {
  it('takes a code once, however it is typed', async () => {
    const { body } = await call(owner, PAIRING, { params: { id: plant }, body: { name: 'Cellar' } })
    expect(body.pairingCode).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/)
    const typed = body.pairingCode.toLowerCase().replace('-', ' ')
    const paired = await call('none', PAIR, { body: { ...about, pairingCode: typed } })
    expect(paired).toMatchObject({ status: 200, body: { name: 'Cellar', nowMs: startMs } })
    expect((await call('none', PAIR, { body: { ...about, pairingCode: typed } })).body.code).toBe('NOT_FOUND')
    expect(await agentOf(owner, plant)).toMatchObject({ name: 'Cellar', isOnline: true })
  })

  it('takes no code that is too old', async () => {
    const { body } = await call(owner, PAIRING, { params: { id: plant }, body: {} })
    test.clock.nowMs += 15 * MINUTE_MS + 1
    expect((await call('none', PAIR, { body: { ...about, pairingCode: body.pairingCode } })).status).toBe(404)
  })

  it('anew shuts the old token out and keeps the agent', async () => {
    const token = await pairAt(owner, plant)
    const { id: agentId } = await agentOf(owner, plant)
    const { body } = await call(owner, PAIRING, { params: { id: plant }, body: { agentId } })
    const fresh = await call('none', PAIR, { body: { ...about, pairingCode: body.pairingCode } })
    expect((await call(token, POLL, { body: { known: '', waitSeconds: 0 } })).body.code).toBe('AUTH_TOKEN_INVALID')
    expect((await call(fresh.body.token, POLL, { body: { known: '', waitSeconds: 0 } })).status).toBe(200)
    expect(await agentOf(owner, plant)).toMatchObject({ id: agentId })
  })

  it('anew ends the wait of the agent before, which takes nothing more', async () => {
    const token = await pairAt(owner, plant)
    const { id: agentId } = await agentOf(owner, plant)
    const { version } = (await call(token, POLL, { body: { known: '', waitSeconds: 0 } })).body
    const waiting = call(token, POLL, { body: { known: version, waitSeconds: 25 } })
    const { body } = await call(owner, PAIRING, { params: { id: plant }, body: { agentId } })
    const fresh = await call('none', PAIR, { body: { ...about, pairingCode: body.pairingCode } })
    await agents.scan(agentId, { network: '192.168.1.0/24', scanId: 1 })
    expect((await waiting).body.code).toBe('AUTH_TOKEN_INVALID')
    const taken = await call(fresh.body.token, POLL, { body: { known: version, waitSeconds: 0 } })
    expect(taken.body.requests).toMatchObject([{ kind: 'scan' }])
  })

  it('opens no call of people with the token of an agent', async () => {
    const token = await pairAt(owner, plant)
    for (const name of [LIST, 'GET /maintain-s/station/{id}/targets'] as const)
      expect((await call(token, name, { params: { id: plant } })).body.code).toBe('AUTH_TOKEN_INVALID')
    expect((await call(owner, POLL, { body: { known: '', waitSeconds: 0 } })).body.code).toBe('AUTH_TOKEN_INVALID')
  })
})

describe('what an agent reads', () => {
  it('is given out with its secrets, once', async () => {
    const token = await pairAt(owner, plant)
    const { id: agentId } = await agentOf(owner, plant)
    const targetId = await placeTarget(plant, ownerId, agentId, 'P1', '192.168.1.21')
    const first = await call(token, POLL, { body: { known: '', waitSeconds: 0 } })
    expect(first.body.targets).toMatchObject([
      { id: targetId, host: '192.168.1.21', pollMs: 60_000, settings: { framing: 'tcp' } },
    ])
    expect(JSON.parse(first.body.targets[0].devices[0].opens)).toMatchObject({ profileId: 'sunspec' })
    const again = await call(token, POLL, { body: { known: first.body.version, waitSeconds: 0 } })
    expect(again.body).toMatchObject({ targets: null, version: first.body.version })
  })

  it('comes as soon as it changes', async () => {
    const token = await pairAt(owner, plant)
    const { id: agentId } = await agentOf(owner, plant)
    const { version } = (await call(token, POLL, { body: { known: '', waitSeconds: 0 } })).body
    const waiting = call(token, POLL, { body: { known: version, waitSeconds: 25 } })
    const targetId = await placeTarget(plant, ownerId, agentId, 'P2', '192.168.1.22')
    expect((await waiting).body.targets).toMatchObject([{ id: targetId }])
  })

  it('is stored once, also when its receipt was lost', async () => {
    const token = await pairAt(owner, plant)
    const { id: agentId } = await agentOf(owner, plant)
    const targetId = await placeTarget(plant, ownerId, agentId, 'P3', '192.168.1.23')
    const readings = [1, 2, 3].map((n) => reading(targetId, 'P3', test.clock.nowMs - n * MINUTE_MS))
    expect((await call(token, READINGS, { body: { readings } })).body).toMatchObject({ refused: [] })
    expect((await call(token, READINGS, { body: { readings } })).body).toMatchObject({ refused: [] })
    expect(await countSamples('P3')).toBe(3)
  })

  it('is refused where it cannot be right, and the rest is stored', async () => {
    const token = await pairAt(owner, plant)
    const { id: agentId } = await agentOf(owner, plant)
    const targetId = await placeTarget(plant, ownerId, agentId, 'P4', '192.168.1.24')
    const nowMs = test.clock.nowMs
    const readings = [
      reading(targetId, 'P4', nowMs + 60 * MINUTE_MS),
      reading(999_999, 'P4', nowMs),
      reading(targetId, ' ', nowMs),
      reading(targetId, 'P4', nowMs, { values: { acPowerW: 1e20, noQuantity: 1, generationTotalWh: 5 } }),
    ]
    expect((await call(token, READINGS, { body: { readings } })).body.refused).toEqual([
      { index: 0, reason: 'instant' },
      { index: 1, reason: 'unknownTarget' },
      { index: 2, reason: 'noDevice' },
    ])
    expect(await countSamples('P4')).toBe(1)
  })

  it('has whole instants', async () => {
    const token = await pairAt(owner, plant)
    const { id: agentId } = await agentOf(owner, plant)
    const targetId = await placeTarget(plant, ownerId, agentId, 'P10', '192.168.1.31')
    const readings = [reading(targetId, 'P10', test.clock.nowMs - 0.5)]
    expect(await call(token, READINGS, { body: { readings } })).toMatchObject({
      status: 400,
      body: { code: 'PARAM_ERROR' },
    })
    expect(await countSamples('P10')).toBe(0)
  })

  it('of quantities that are none breaks no list of targets', async () => {
    const token = await pairAt(owner, plant)
    const { id: agentId } = await agentOf(owner, plant)
    const id = await placeTarget(plant, ownerId, agentId, 'P11', '192.168.1.32')
    const atMs = test.clock.nowMs
    const counts = { connections: 1, failedConnections: 0, answered: 1, refused: 0, silent: 0 }
    const complaints = ['noQuantity', 'acPowerW'].map((quantity) => ({ code: 'out-of-range', quantity }))
    const live = {
      serial: 'P11',
      type: 'INVERTER',
      model: 'X',
      atMs,
      values: { noQuantity: 1, acPowerW: 5 },
      complaints,
    }
    const report = {
      ...counts,
      state: 'working',
      rounds: 1,
      failedRounds: 0,
      exchanges: [],
      leftOut: {},
      asleep: [],
      otherDevices: {},
      live: [live],
    }
    const targets = [{ id, intervalMs: 60_000, isContact: false, report }]
    expect((await call(token, REPORT, { body: { ...state, targets } })).status).toBe(200)
    const { status, body } = await call(owner, TARGETS, { params: { id: plant } })
    expect(status).toBe(200)
    const row = body.data.find((target: { id: number }) => target.id === id)
    expect(row.report.live).toMatchObject([
      { values: [{ quantity: 'acPowerW', value: 5 }], complaints: [{ quantity: null }, { quantity: 'acPowerW' }] },
    ])
  })

  it('shows what an agent reads now, as its reader writes it', async () => {
    const token = await pairAt(owner, plant)
    const { id: agentId } = await agentOf(owner, plant)
    const id = await placeTarget(plant, ownerId, agentId, 'P12', '192.168.1.33')
    const decoded = {
      deviceSerial: 'P12',
      deviceType: 'INVERTER',
      profileId: 'solis-0507',
      texts: {},
      values: { acPowerW: 5, inverterState: 3 },
      complaints: [],
    } as unknown as Parameters<typeof toLive>[0]
    const report: TargetReport = {
      state: 'working',
      connections: 1,
      failedConnections: 0,
      answered: 1,
      refused: 0,
      silent: 0,
      rounds: 1,
      failedRounds: 0,
      exchanges: [],
      leftOut: {},
      asleep: [],
      otherDevices: {},
      live: [toLive(decoded, test.clock.nowMs)],
    }
    const targets = [{ id, intervalMs: 60_000, isContact: true, report }]
    expect(await call(token, REPORT, { body: { ...state, targets } })).toMatchObject({ status: 200 })
    const { body } = await call(owner, TARGETS, { params: { id: plant } })
    const row = body.data.find((target: { id: number }) => target.id === id)
    expect(row.report.live[0]).toMatchObject({ serial: 'P12', values: [{ value: 5 }, { value: 3 }] })
    // A part that the reader adds to a report must be in the call: the agent's whole report is refused for one that is not.
    type Taken = NonNullable<AgentReportBody['targets'][number]['report']>
    expectTypeOf<keyof Taken>().toEqualTypeOf<keyof TargetReport>()
    expectTypeOf<keyof Taken['live'][number]>().toEqualTypeOf<keyof TargetReport['live'][number]>()
    expectTypeOf<keyof Taken['exchanges'][number]>().toEqualTypeOf<keyof TargetReport['exchanges'][number]>()
  })

  it('and how it is stand on the page', async () => {
    const token = await pairAt(owner, plant)
    await call(token, REPORT, { body: { ...state, clockOffsetMs: -3_600_000, targets: [] } })
    expect(await agentOf(owner, plant)).toMatchObject({
      waiting: 3,
      clockOffsetMs: -3_600_000,
      platform: 'linux arm64',
    })
  })
})

describe('a neighbor', () => {
  it('reaches no agent of another plant', async () => {
    await pairAt(owner, plant)
    const { id: agentId } = await agentOf(owner, plant)
    for (const [name, parts] of [
      [PAIRING, { params: { id: neighborPlant }, body: { agentId } }],
      [REMOVE, { params: { id: neighborPlant, agentId } }],
      [PROBE, { params: { id: neighborPlant }, body: { agentId, way: 'modbus-tcp', host: '192.168.1.5', port: 502 } }],
      [LIST, { params: { id: plant } }],
    ] as const)
      expect([name, (await call(neighbor, name, parts)).status]).toEqual([name, 404])
  })

  it('delivers nothing for targets of another agent, and answers none of its requests', async () => {
    await pairAt(owner, plant)
    const { id: agentId } = await agentOf(owner, plant)
    const targetId = await placeTarget(plant, ownerId, agentId, 'P5', '192.168.1.25')
    const foreign = await pairAt(neighbor, neighborPlant)
    const sent = await call(foreign, READINGS, { body: { readings: [reading(targetId, 'P5', test.clock.nowMs)] } })
    expect(sent.body.refused).toEqual([{ index: 0, reason: 'unknownTarget' }])
    expect(await countSamples('P5')).toBe(0)
    await agents.scan(agentId, { network: '192.168.1.0/24', scanId: 1 })
    const { rows } = await test.db.pool.query('select max(id)::int as id from edge_requests')
    expect((await call(foreign, ANSWER, { params: { id: rows[0].id }, body: { isDone: true } })).status).toBe(404)
    expect((await call(foreign, POLL, { body: { known: '', waitSeconds: 0 } })).body.requests).toEqual([])
  })

  it('may read the same address at home', async () => {
    await pairAt(owner, plant)
    await pairAt(neighbor, neighborPlant)
    const [own, other] = [await agentOf(owner, plant), await agentOf(neighbor, neighborPlant)]
    const targetId = await placeTarget(plant, ownerId, own.id, 'P6', '192.168.1.26')
    expect(await placeTarget(neighborPlant, neighborId, other.id, 'P7', '192.168.1.26')).not.toBe(targetId)
    // A further device at an endpoint joins its target.
    expect(await placeTarget(plant, ownerId, own.id, 'P8', '192.168.1.26')).toBe(targetId)
  })
})

describe('a logger that an agent reads', () => {
  const ownerOf = async (targetOrLogger: number) =>
    (await test.db.pool.query('select plant_id from loggers where id = $1', [targetOrLogger])).rows[0]?.plant_id
  const loggerOf = async (targetId: number): Promise<number> =>
    (await test.db.pool.query('select logger_id from collect_targets where id = $1', [targetId])).rows[0].logger_id

  it('leaves its agent when it moves to another plant', async () => {
    const token = await pairAt(owner, plant)
    const { id: agentId } = await agentOf(owner, plant)
    const targetId = await placeTarget(plant, ownerId, agentId, 'P12', '192.168.1.33')
    const loggerId = await loggerOf(targetId)
    const { version } = (await call(token, POLL, { body: { known: '', waitSeconds: 0 } })).body
    const waiting = call(token, POLL, { body: { known: version, waitSeconds: 25 } })
    const toPlant = await addTestPlant(test.db, ownerId)
    const moved = await call(owner, MOVE, {
      params: { id: plant, gid: loggerId },
      body: { toSystemId: toPlant },
    })
    expect(moved.status).toBe(200)
    expect((await waiting).body.targets).toEqual([])
    const { rows } = await test.db.pool.query('select id from collect_targets where id = $1', [targetId])
    expect([rows, await ownerOf(loggerId)]).toEqual([[], toPlant])
  })

  it('stays with its plant when the agent of another one is removed', async () => {
    await pairAt(owner, plant)
    const { id: agentId } = await agentOf(owner, plant)
    const loggerId = await loggerOf(await placeTarget(plant, ownerId, agentId, 'P13', '192.168.1.34'))
    const toPlant = await addTestPlant(test.db, ownerId)
    // As a move left it once.
    await test.db.pool.query('update loggers set plant_id = $2 where id = $1', [loggerId, toPlant])
    expect((await call(owner, REMOVE, { params: { id: plant, agentId } })).status).toBe(200)
    expect(await ownerOf(loggerId)).toBe(toPlant)
  })
})

describe('a look at an address', () => {
  it('is done by the agent, and its reason comes back', async () => {
    const token = await pairAt(owner, plant)
    const { id: agentId } = await agentOf(owner, plant)
    const { version } = (await call(token, POLL, { body: { known: '', waitSeconds: 0 } })).body
    const looking = call(owner, PROBE, {
      params: { id: plant },
      body: { agentId, way: 'modbus-tcp', host: '192.168.1.30', port: 502 },
    })
    const { requests } = (await call(token, POLL, { body: { known: version, waitSeconds: 25 } })).body
    expect(requests).toMatchObject([{ kind: 'probe', host: '192.168.1.30', port: 502 }])
    await call(token, ANSWER, { params: { id: requests[0].id }, body: { isDone: true, failure: 'network' } })
    expect(await looking).toMatchObject({ status: 400, body: { code: 'PARAM_ERROR', detail: { reason: 'network' } } })
  })

  it('is not waited for when the agent is silent', async () => {
    await pairAt(owner, plant)
    const { id: agentId } = await agentOf(owner, plant)
    test.clock.nowMs += 5 * MINUTE_MS
    const { body } = await call(owner, PROBE, {
      params: { id: plant },
      body: { agentId, way: 'modbus-tcp', host: '192.168.1.30', port: 502 },
    })
    expect(body).toMatchObject({ code: 'ABNORMAL', detail: { reason: 'agentSilent' } })
  })
})

it('an agent that is removed is shut out, and its devices keep their history', async () => {
  const token = await pairAt(owner, plant)
  const { id: agentId } = await agentOf(owner, plant)
  const targetId = await placeTarget(plant, ownerId, agentId, 'P9', '192.168.1.29')
  await call(token, READINGS, { body: { readings: [reading(targetId, 'P9', test.clock.nowMs)] } })
  expect((await call(owner, REMOVE, { params: { id: plant, agentId } })).status).toBe(200)
  expect((await call(token, POLL, { body: { known: '', waitSeconds: 0 } })).body.code).toBe('AUTH_TOKEN_INVALID')
  expect(await countSamples('P9')).toBe(1)
  const { rows } = await test.db.pool.query('select id from collect_targets where id = $1', [targetId])
  expect(rows).toEqual([])
})
