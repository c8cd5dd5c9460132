import { createHmac } from 'node:crypto'
import { readNetworks } from '@heliograph/collect/reach/networks.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { WebhookPart } from '@heliograph/domain/webhook-parts.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DeviceMeta } from '../../fleet/telemetry/telemetry.ts'
import {
  addMember,
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  bearer,
  createTestApp,
  TEST_PASSWORD,
  type TestApp,
} from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'
import { searchMessages } from '../messages/messages.ts'
import { startService } from '../messages/testing/local-service.ts'
import { runWebhooks } from './run-webhooks.ts'
import { createWebhookService } from './webhooks.ts'

const startMs = Date.parse('2026-06-15T10:00:00Z')
const proof = { password: TEST_PASSWORD }
const outside = { networks: readNetworks('127.0.0.0/8', 'MESSAGE_OPEN_NETWORKS') }

let test: TestApp
let service: Awaited<ReturnType<typeof startService>>
let owner: { userId: number; token: string }
let plantId: number
let device: DeviceMeta
let users = 0

beforeAll(async () => {
  test = await createTestApp(startMs)
})
afterAll(() => test.close())
beforeEach(async () => {
  test.clock.nowMs = startMs
  service = await startService()
  owner = await addTestUser(test, `owner-${++users}`)
  plantId = await addTestPlant(test.db, owner.userId, { name: 'Lindenhof' })
  device = await addTestDevice(test.db, plantId, {
    quantities: ['pvPowerW', 'gridPowerW', 'generationTotalWh'],
    flows: ['generation'],
  })
  await measure(startMs - HOUR_MS, startMs)
})
afterEach(async () => {
  await test.db.pool.query('delete from webhooks')
  await service.close()
})

const measure = (fromMs: number, toMs: number, stepMs = MINUTE_MS) =>
  appendSamples(test.db, device, { fromMs, toMs, stepMs }, (atMs) => ({
    pvPowerW: 3000,
    gridPowerW: -1200,
    generationTotalWh: 1_000_000 + (atMs - startMs) / 1_200 + 100_000,
  }))

type Body = {
  type: string
  id: string
  data: {
    plant: { id: number; name: string; zone: string }
    samples: { deviceId: number; at: string; late?: true; values: Record<string, number> }[]
    hours: { start: string; change: string; energies: Record<string, number> }[]
    days: { date: string; change: string; energies: Record<string, number> }[]
    dropped: number
  }
}
const bodies = (): Body[] => service.received.map(({ body }) => JSON.parse(body.toString()))
const samples = () => bodies().flatMap(({ data }) => data.samples)

async function make(
  parts: readonly WebhookPart[] = ['samples'],
  more: object = {},
): Promise<{ id: number; secret: string }> {
  const reply = await inject(
    test.app,
    'POST /user-s/acc/webhook',
    { body: { name: 'Program', url: `${service.url}/hook`, parts, plantIds: [plantId], proof, ...more } },
    bearer(owner.token),
  )
  expect(reply.statusCode).toBe(200)
  const made: { id: number; secret: string } = reply.json()
  // The first look only finds where it begins.
  await run()
  return made
}

/** Looks as the clock does, some time later. */
async function run(afterMs = 0): Promise<number> {
  test.clock.nowMs += afterMs
  return runWebhooks(test.db, outside, { now: () => test.clock.nowMs, chance: () => 0 })
}
const list = async () => (await inject(test.app, 'GET /user-s/acc/webhook', {}, bearer(owner.token))).json().data

describe('readings of chosen plants', () => {
  it('arrive signed, in order, from the moment when the webhook was made', async () => {
    const { secret } = await make()
    expect(service.received).toEqual([])
    await measure(startMs, startMs + 3 * MINUTE_MS)
    expect(await run(5 * MINUTE_MS)).toBe(1)
    const { headers = {}, body } = service.received[0] ?? {}
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const mac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(signed)
      .digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${mac}`)
    const [sent] = bodies()
    expect(sent).toMatchObject({
      type: 'heliograph.plant',
      id: headers['webhook-id'],
      data: { plant: { id: plantId, name: 'Lindenhof' }, dropped: 0 },
    })
    expect(samples()).toEqual(
      [0, 1, 2].map((minute) => ({
        deviceId: device.deviceId,
        at: new Date(startMs + minute * MINUTE_MS).toISOString(),
        values: { pvPowerW: 3000, gridPowerW: -1200, generationTotalWh: expect.any(Number) },
      })),
    )
    expect(await run(MINUTE_MS)).toBe(0)
  })

  it('carry the chosen quantities alone', async () => {
    await make(['samples'], { quantities: ['gridPowerW'] })
    await measure(startMs, startMs + MINUTE_MS)
    await run(5 * MINUTE_MS)
    expect(samples().map(({ values }) => values)).toEqual([{ gridPowerW: -1200 }])
  })

  it('that come late follow, marked', async () => {
    await make()
    await measure(startMs + MINUTE_MS, startMs + 3 * MINUTE_MS)
    await run(5 * MINUTE_MS)
    await measure(startMs, startMs + MINUTE_MS)
    await measure(startMs - HOUR_MS + 30_000, startMs - HOUR_MS + 31_000)
    service.received.length = 0
    await run(MINUTE_MS)
    const late = samples().filter((sample) => sample.late)
    expect(late.map(({ at }) => at)).toContain(new Date(startMs).toISOString())
    expect(late.map(({ at }) => at)).toContain(new Date(startMs - HOUR_MS + 30_000).toISOString())
    expect(await run(MINUTE_MS)).toBe(0)
  })

  it('of a device that is new come from its first one on', async () => {
    await make()
    const further = await addTestDevice(test.db, plantId, { quantities: ['pvPowerW'] })
    await appendSamples(test.db, further, { fromMs: startMs, toMs: startMs + 1 }, () => ({ pvPowerW: 7 }))
    await run(5 * MINUTE_MS)
    expect(samples()).toMatchObject([{ deviceId: further.deviceId, values: { pvPowerW: 7 } }])
  })

  it('of hours without a receiver follow in several batches, each reading once', async () => {
    await make()
    await measure(startMs, startMs + 6 * HOUR_MS)
    expect(await run(6 * HOUR_MS)).toBeGreaterThan(5)
    const instants = samples().map(({ at }) => at)
    expect(instants).toHaveLength(360)
    expect(instants).toEqual([...new Set(instants)].sort())
  })
})

describe('a batch that does not arrive', () => {
  it('is sent again with the same id and content, after a pause', async () => {
    await make()
    await measure(startMs, startMs + MINUTE_MS)
    service.told.answer = () => ({ status: 503 })
    await run(5 * MINUTE_MS)
    await measure(startMs + MINUTE_MS, startMs + 2 * MINUTE_MS)
    expect(await run(1_000)).toBe(0)
    expect(service.received).toHaveLength(1)
    expect(await list()).toMatchObject([{ lastSentAtMs: null, lastFailure: { reason: null, answer: 'HTTP 503' } }])
    service.told.answer = () => ({ status: 200 })
    expect(await run(5_000)).toBe(2)
    const [first, again, next] = service.received.map(({ body }) => body.toString())
    expect(again).toBe(first)
    expect(bodies()[2]?.data.samples).toHaveLength(1)
    expect(next).not.toBe(first)
    expect(await list()).toMatchObject([{ lastFailure: null, pausedAtMs: null }])
  })

  it('waits as long as the receiver asks', async () => {
    await make()
    await measure(startMs, startMs + MINUTE_MS)
    service.told.answer = () => ({ status: 429, headers: { 'retry-after': '600' } })
    await run(MINUTE_MS)
    await run(9 * MINUTE_MS)
    expect(service.received).toHaveLength(1)
    await run(2 * MINUTE_MS)
    expect(service.received).toHaveLength(2)
  })

  it('pauses the webhook after three refusals, with a message, until it is resumed', async () => {
    const { id } = await make()
    await measure(startMs, startMs + MINUTE_MS)
    service.told.answer = () => ({ status: 401 })
    for (const pauseMs of [MINUTE_MS, 10_000, 10 * MINUTE_MS]) await run(pauseMs)
    expect(service.received).toHaveLength(3)
    expect(await list()).toMatchObject([{ id, pausedAtMs: test.clock.nowMs, nextTryAtMs: null }])
    const search = { kind: 'system', unreadOnly: false, page: 1, size: 5 } as const
    const { messages } = await searchMessages(test.db, owner.userId, search)
    expect(messages.flatMap(({ entries }) => entries)).toMatchObject([
      { what: 'webhookPaused', facts: { name: 'Program', reason: 'HTTP 401' } },
    ])
    service.told.answer = () => ({ status: 200 })
    expect(await run(DAY_MS)).toBe(0)
    const resumed = { params: { id } }
    await inject(test.app, 'POST /user-s/acc/webhook/{id}/resume', resumed, bearer(owner.token))
    expect(await run()).toBe(1)
  })

  it('says what was dropped when the webhook goes on after days', async () => {
    const { id } = await make()
    await test.db.pool.query('update webhooks set paused_at = now() where id = $1', [id])
    await measure(startMs, startMs + 4 * DAY_MS, HOUR_MS)
    test.clock.nowMs += 4 * DAY_MS
    await inject(test.app, 'POST /user-s/acc/webhook/{id}/resume', { params: { id } }, bearer(owner.token))
    await run()
    expect(bodies().reduce((sum, { data }) => sum + data.dropped, 0)).toBe(96 - samples().length)
    expect(samples().length).toBeGreaterThan(45)
    const [{ plants }] = await list()
    expect(plants).toMatchObject([{ plantId, dropped: 96 - samples().length, droppedAtMs: test.clock.nowMs }])
  })
})

describe('closed hours and days', () => {
  it('arrive once, and again when late readings recount them', async () => {
    await make(['hours', 'days'])
    await measure(startMs, startMs + 2 * HOUR_MS)
    await run(2 * HOUR_MS + 6 * MINUTE_MS)
    const hours = () => bodies().flatMap(({ data }) => data.hours)
    expect(hours().map(({ start, change }) => [start, change])).toEqual([
      [new Date(startMs).toISOString(), 'closed'],
      [new Date(startMs + HOUR_MS).toISOString(), 'closed'],
    ])
    expect(hours()[0]?.energies.generationWh).toBeCloseTo(3_000, -2)
    expect(samples()).toEqual([])
    // Past midnight in the plant's zone.
    await run(12 * HOUR_MS)
    const days = () => bodies().flatMap(({ data }) => data.days)
    expect(days()).toEqual([{ date: '2026-06-15', change: 'closed', energies: { generationWh: expect.any(Number) } }])
    service.received.length = 0
    await measure(startMs + 3 * HOUR_MS, startMs + 4 * HOUR_MS)
    await run(6 * MINUTE_MS)
    expect(days()).toMatchObject([{ date: '2026-06-15', change: 'recounted' }])
  })
})

describe('a webhook', () => {
  it('cannot be made for a plant of a neighbor, nor be seen, tested or removed by one', async () => {
    const { id } = await make()
    const neighbor = await addTestUser(test, `neighbor-${users}`)
    const answer = async (name: Parameters<typeof inject>[1], parts: object) =>
      (await inject(test.app, name, parts, bearer(neighbor.token))).statusCode
    const body = { name: 'x', url: 'https://example.org/', parts: ['samples'], plantIds: [plantId], proof }
    expect(await answer('POST /user-s/acc/webhook', { body })).toBe(404)
    expect(await answer('POST /user-s/acc/webhook/{id}/resume', { params: { id } })).toBe(404)
    expect(await answer('DELETE /user-s/acc/webhook/{id}', { params: { id } })).toBe(404)
    const seen = await inject(test.app, 'GET /user-s/acc/webhook', {}, bearer(neighbor.token))
    expect(seen.json().data).toEqual([])
    const real = createWebhookService({ db: test.db, networks: outside.networks, now: () => test.clock.nowMs })
    await expect(real.test(neighbor.userId, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await real.test(owner.userId, id)).toEqual({ arrived: true, reason: null, answer: 'HTTP 200' })
    expect(bodies()).toMatchObject([{ type: 'heliograph.test', data: { webhook: 'Program' } }])
  })

  it('of a guest ends with the share', async () => {
    const guest = await addTestUser(test, `guest-${users}`)
    await addMember(test.db, plantId, guest.userId, 'viewer', ['viewPlantInfo', 'viewPlantDevice'])
    const body = { name: 'x', url: `${service.url}/`, parts: ['samples'], plantIds: [plantId], proof }
    await inject(test.app, 'POST /user-s/acc/webhook', { body }, bearer(guest.token))
    await run()
    await test.db.pool.query('delete from plant_members where user_id = $1', [guest.userId])
    await measure(startMs, startMs + MINUTE_MS)
    expect(await run(5 * MINUTE_MS)).toBe(0)
    const seen = await inject(test.app, 'GET /user-s/acc/webhook', {}, bearer(guest.token))
    expect(seen.json().data).toMatchObject([{ plants: [] }])
  })

  it.each(['waits for its next try', 'waits in a paused webhook'])(
    'of a guest ends with the share also while a batch %s',
    async (waiting) => {
      const guest = await addTestUser(test, `guest-${users}`)
      await addMember(test.db, plantId, guest.userId, 'viewer', ['viewPlantInfo', 'viewPlantDevice'])
      const body = { name: 'x', url: `${service.url}/`, parts: ['samples'], plantIds: [plantId], proof }
      const { id } = (await inject(test.app, 'POST /user-s/acc/webhook', { body }, bearer(guest.token))).json()
      await run()
      await measure(startMs, startMs + MINUTE_MS)
      service.told.answer = () => ({ status: 503 })
      await run(5 * MINUTE_MS)
      expect(service.received).toHaveLength(1)
      await test.db.pool.query('delete from plant_members where user_id = $1', [guest.userId])
      service.told.answer = () => ({ status: 200 })
      if (waiting.includes('paused')) {
        await test.db.pool.query('update webhooks set paused_at = now() where id = $1', [id])
        await inject(test.app, 'POST /user-s/acc/webhook/{id}/resume', { params: { id } }, bearer(guest.token))
      }
      expect(await run(10 * MINUTE_MS)).toBe(0)
      expect(service.received).toHaveLength(1)
      expect((await test.db.pool.query('select from webhook_streams where webhook_id = $1', [id])).rowCount).toBe(0)
    },
  )

  it.each([200, 503])('that another node has carried on keeps its next batch after HTTP %i', async (status) => {
    await make()
    await measure(startMs, startMs + MINUTE_MS)
    service.told.answer = () => ({ status })
    test.clock.nowMs += 5 * MINUTE_MS
    // The lease ended while the address was slow.
    const late: TestApp['db'] = {
      ...test.db,
      transaction: async (work) => {
        await test.db.pool.query(`update webhook_streams set batch_id = gen_random_uuid(), batch = 'next',
          leased_until = clock_timestamp() + interval '1 minute'`)
        return test.db.transaction(work)
      },
    }
    await runWebhooks(late, outside, { now: () => test.clock.nowMs, chance: () => 0 })
    const { rows } = await test.db.pool.query(
      'select batch, leased_until is not null as is_leased from webhook_streams',
    )
    expect(rows).toEqual([{ batch: 'next', is_leased: true }])
  })

  it('whose node died is taken over when its lease ends by the clock of the database', async () => {
    await make()
    await measure(startMs, startMs + MINUTE_MS)
    const lease = (span: string) =>
      test.db.pool.query(`update webhook_streams set leased_until = clock_timestamp() + interval '${span}'`)
    await lease('1 minute')
    test.clock.nowMs = Date.parse('2100-01-01T00:00:00Z')
    expect(await run()).toBe(0)
    test.clock.nowMs = startMs + 5 * MINUTE_MS
    await lease('-1 second')
    expect(await run()).toBe(1)
  })

  it('into the networks of the server is refused at each try', async () => {
    await make()
    await measure(startMs, startMs + MINUTE_MS)
    test.clock.nowMs += MINUTE_MS
    const closed = { networks: readNetworks('', 'MESSAGE_OPEN_NETWORKS') }
    await runWebhooks(test.db, closed, { now: () => test.clock.nowMs, chance: () => 0 })
    expect(service.received).toEqual([])
    expect(await list()).toMatchObject([{ lastFailure: { reason: 'insideNetwork' } }])
  })

  it('leaves one batch of a plant at a time, on two nodes as well', async () => {
    await make()
    await measure(startMs, startMs + 3 * HOUR_MS)
    test.clock.nowMs += 3 * HOUR_MS
    await Promise.all([run(), run()])
    const instants = samples().map(({ at }) => at)
    expect(instants).toEqual([...instants].sort())
    expect(new Set(instants).size).toBe(180)
    expect(instants).toHaveLength(180)
  })
})
