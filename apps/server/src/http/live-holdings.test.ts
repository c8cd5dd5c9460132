import { once } from 'node:events'
import { type ClientRequest, get as httpGet, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type PlantsEvent, plantsEvent } from '@heliograph/contract/maintain-s/station.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ALARMS_CHANGED, createNowReaction, notifyAlarms, notifyPlants } from '../fleet/now/now.ts'
import { append } from '../fleet/telemetry/telemetry.ts'
import { MESSAGES_CHANGED, postMessages } from '../people/inbox/inbox.ts'
import { type Listener, listen } from '../platform/db/listen.ts'
import { readsOf } from '../platform/db/read-replica.ts'
import {
  addMember,
  addTestDevice,
  addTestPlant,
  addTestUser,
  bearer,
  createTestApp,
  type TestApp,
} from '../testing/app.ts'
import { inject } from '../testing/call.ts'
import { hearAccess } from './hear-access.ts'

const startMs = Date.parse('2026-06-15T10:00:00Z')
const HOUR = 3_600_000
let test: TestApp
let port: number
let listeners: Listener[]
let person: { userId: number; token: string }
let people = 0
const open: ClientRequest[] = []

type Stream = Readonly<{
  events: () => PlantsEvent[]
  nudges: () => number
  alarms: () => unknown[]
  ended: Promise<void>
  status: number
}>

async function look(token: string, path = '/maintain-s/live/stations'): Promise<Stream> {
  const request = httpGet({ port, path, headers: bearer(token), agent: false })
  open.push(request)
  request.on('error', () => {})
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  reply.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  reply.on('error', () => {})
  return {
    status: reply.statusCode ?? 0,
    nudges: () => text.split('event: messages').length - 1,
    alarms: () => [...text.matchAll(/^event: alarms\ndata: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '').plants),
    events: () =>
      [...text.replace(/^event: \w+\ndata: .*$/gm, '').matchAll(/^data: (.*)$/gm)].map(([, data]) =>
        plantsEvent.strict().parse(JSON.parse(data ?? '')),
      ),
    ended: new Promise((resolve) => {
      reply.on('close', resolve)
    }),
  }
}

beforeAll(async () => {
  // No recheck comes to help: what ends, ends by a notification.
  test = await createTestApp(startMs, { live: { recheckMs: HOUR } })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test.app.server.address() as AddressInfo).port
  const hear = (channel: string, take: (payload: string) => void) =>
    listen(test.db, channel, take, () => {}, { log: test.app.log })
  listeners = [
    hear('plant_changed', (payload) => test.topics.markPlantsChanged(payload.split(',').map(Number))),
    hear(MESSAGES_CHANGED, (payload) => test.topics.messagesChanged(payload.split(',').map(Number))),
    hear(ALARMS_CHANGED, (payload) => test.topics.alarmsChanged(payload.split(',').map(Number))),
    hearAccess({ db: test.db, topics: test.topics, reads: readsOf(test.db), log: test.app.log }),
  ]
  await Promise.all(listeners.map(({ ready }) => ready))
})
afterAll(async () => {
  await Promise.all(listeners.map((listener) => listener.close()))
  await test.close()
})
beforeEach(async () => {
  people += 1
  person = await addTestUser(test, `person${people}`)
})
afterEach(() => {
  for (const request of open.splice(0)) request.destroy()
})

/** A sample that comes in as every other does. */
async function send(plantId: number, powerW: number): Promise<void> {
  const device = await addTestDevice(test.db, plantId, { quantities: ['acPowerW'] })
  const sample = { device, atMs: startMs, timeSource: 'frame', values: { acPowerW: powerW } } as const
  await append(
    test.db,
    [sample],
    createNowReaction(() => startMs),
  )
  await notifyPlants(test.db.pool, [plantId])
}
const latest = (stream: Stream): PlantsEvent | undefined => stream.events().at(-1)
const names = (stream: Stream, plantId: number): boolean =>
  stream.events().some(({ changed }) => changed?.includes(plantId))

describe('the stream of everything that a user may see', () => {
  it('sends counts at once, then exactly the plants that changed', async () => {
    const own = await addTestPlant(test.db, person.userId)
    const neighbor = await addTestUser(test, `neighbor${people}`)
    const others = await addTestPlant(test.db, neighbor.userId)
    const stream = await look(person.token)
    await vi.waitFor(() => expect(latest(stream)).toMatchObject({ counts: { total: 1, powerW: null } }))
    await send(others, 900)
    await send(own, 1200)
    await vi.waitFor(() => expect(latest(stream)).toMatchObject({ counts: { powerW: 1200 } }))
    await vi.waitFor(() => expect(names(stream, own)).toBe(true))
    expect(names(stream, others)).toBe(false)
    const reply = await inject(
      test.app,
      'POST /maintain-s/operating/station/counts',
      { body: {} },
      bearer(person.token),
    )
    expect(latest(stream)?.counts).toEqual(reply.json())
  })

  it('follows shares as they start and end', async () => {
    const neighbor = await addTestUser(test, `neighbor${people}`)
    const shared = await addTestPlant(test.db, neighbor.userId)
    const stream = await look(person.token)
    await vi.waitFor(() => expect(latest(stream)).toMatchObject({ counts: { total: 0 } }))
    await addMember(test.db, shared, person.userId, 'viewer')
    await vi.waitFor(() => expect(latest(stream)).toMatchObject({ counts: { total: 1 }, changed: null }))
    await test.db.kysely.deleteFrom('plant_members').where('user_id', '=', person.userId).execute()
    await vi.waitFor(() => expect(latest(stream)).toMatchObject({ counts: { total: 0 }, changed: null }))
    const seen = stream.events().length
    await send(shared, 500)
    const own = await addTestPlant(test.db, person.userId)
    await vi.waitFor(() => expect(stream.events().length).toBeGreaterThan(seen))
    await send(own, 700)
    await vi.waitFor(() => expect(names(stream, own)).toBe(true))
    expect(names(stream, shared)).toBe(false)
  })

  it('is refused without a session', async () => {
    expect((await look('wrong')).status).toBe(401)
  })

  it('ends at once with its session', async () => {
    const stream = await look(person.token)
    await vi.waitFor(() => expect(stream.events()).toHaveLength(1))
    await inject(test.app, 'POST /oauth2-s/oauth/logout', {}, bearer(person.token))
    await stream.ended
  })
})

describe('the stream of a plant', () => {
  it('ends at once when the share is revoked, without affecting others', async () => {
    const owner = await addTestUser(test, `owner${people}`)
    const plantId = await addTestPlant(test.db, owner.userId)
    await addMember(test.db, plantId, person.userId, 'viewer')
    const path = `/maintain-s/live/station/${plantId}`
    const [guest, own] = [await look(person.token, path), await look(owner.token, path)]
    const isOwnOpen = vi.fn(() => true)
    void own.ended.then(() => isOwnOpen.mockReturnValue(false))
    await vi.waitFor(() => expect(test.topics.plants.viewerCount()).toBe(2))
    await test.db.kysely.updateTable('plant_members').set({ rights: [] }).where('user_id', '=', person.userId).execute()
    await guest.ended
    await vi.waitFor(() => expect(test.topics.plants.viewerCount()).toBe(1))
    expect([guest.status, isOwnOpen()]).toEqual([200, true])
  })

  it('ends at once when an organization loses the plant', async () => {
    const { rows } = await test.db.pool.query<{ id: number }>(
      "insert into organizations (name, code) values ('Installer', $1) returning id",
      [`CODE${people}`],
    )
    const organizationId = rows[0]?.id ?? 0
    const { pool } = test.db
    await pool.query("insert into organization_members (organization_id, user_id, role) values ($1, $2, 'admin')", [
      organizationId,
      person.userId,
    ])
    const owner = await addTestUser(test, `owner${people}`)
    const plantId = await addTestPlant(test.db, owner.userId)
    await pool.query(
      "insert into plant_organizations (plant_id, organization_id, role, rights) values ($1, $2, 'viewer', '{viewPlantInfo}')",
      [plantId, organizationId],
    )
    await pool.query('update sessions set organization_id = $1 where user_id = $2', [organizationId, person.userId])
    const held = await look(person.token)
    const stream = await look(person.token, `/maintain-s/live/station/${plantId}`)
    await vi.waitFor(() => expect(latest(held)).toMatchObject({ counts: { total: 1 } }))
    expect(stream.status).toBe(200)
    await pool.query('delete from plant_organizations where organization_id = $1', [organizationId])
    await stream.ended
    await vi.waitFor(() => expect(latest(held)).toMatchObject({ counts: { total: 0 } }))
    // The membership itself goes: so does what the organization sees.
    await pool.query('delete from organization_members where organization_id = $1', [organizationId])
    await held.ended
  })
})

it('tells a person, and nobody else, that there are messages', async () => {
  const other = await addTestUser(test, 'other')
  const [mine, theirs] = [await look(person.token), await look(other.token)]
  await vi.waitFor(() => expect([mine.events().length, theirs.events().length]).toEqual([1, 1]))
  const news = {
    kind: 'system',
    event: 'exportReady',
    plantId: null,
    atMs: startMs,
    facts: {},
    isMailed: true,
  } as const
  await test.db.transaction((transaction) =>
    postMessages(transaction, [{ ...news, key: 'news:1', userIds: [person.userId] }], startMs),
  )
  await vi.waitFor(() => expect(mine.nudges()).toBe(1))
  expect(theirs.nudges()).toBe(0)
})

it('tells that alarms changed to who may see those of the plant', async () => {
  const [guest, stranger] = [await addTestUser(test, 'guest'), await addTestUser(test, 'stranger')]
  const plantId = await addTestPlant(test.db, person.userId)
  const other = await addTestPlant(test.db, stranger.userId)
  await addMember(test.db, plantId, guest.userId, 'viewer')
  await test.db.kysely
    .updateTable('plant_members')
    .set({ rights: ['viewPlantInfo'] })
    .where('user_id', '=', guest.userId)
    .execute()
  const streams = [await look(person.token), await look(guest.token), await look(stranger.token)] as const
  await vi.waitFor(() => expect(streams.every((item) => item.events().length > 0)).toBe(true))
  await notifyAlarms(test.db.kysely, [plantId, other])
  await vi.waitFor(() => expect(streams[0].alarms()).toEqual([[plantId]]))
  await vi.waitFor(() => expect(streams[2].alarms()).toEqual([[other]]))
  expect(streams[1].alarms()).toEqual([])
  test.topics.catchUp()
  await vi.waitFor(() => expect(streams[0].alarms()).toEqual([[plantId], null]))
})
