import { once } from 'node:events'
import { type ClientRequest, get as httpGet, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { liveEvent } from '@heliograph/contract/maintain-s/system.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { DeviceMeta } from '../fleet/telemetry/telemetry.ts'
import {
  addMember,
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  bearer,
  createTestApp,
  settleAll,
  type TestApp,
} from '../testing/app.ts'
import { inject } from '../testing/call.ts'
import { createLiveHub } from './live-hub.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
let test: TestApp
let port: number
let owner: { userId: number; token: string }
let plantId: number
let device: DeviceMeta

type Stream = {
  reply: IncomingMessage
  request: ClientRequest
  text: () => string
  events: () => number[]
  ended: Promise<void>
}
const open: Stream[] = []

async function look(token: string, id = plantId, prefix = '', at = port): Promise<Stream> {
  const request = httpGet({
    port: at,
    path: `${prefix}/maintain-s/live/station/${id}`,
    headers: bearer(token),
    agent: false,
  })
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  reply.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const stream: Stream = {
    reply,
    request,
    text: () => text,
    events: () =>
      [...text.matchAll(/^data: (.*)$/gm)].map(
        ([, data]) => liveEvent.strict().parse(JSON.parse(data ?? '')).system.generationPower ?? Number.NaN,
      ),
    ended: new Promise((resolve) => {
      reply.on('close', resolve)
    }),
  }
  request.on('error', () => {})
  reply.on('error', () => {})
  open.push(stream)
  return stream
}

/** Appends one more sample and sends its notification. */
async function change(powerW: number): Promise<void> {
  test.clock.nowMs += 60_000
  const atMs = test.clock.nowMs
  await appendSamples(test.db, device, { fromMs: atMs, toMs: atMs + 1 }, () => ({ acPowerW: powerW }))
  await settleAll(test.db, atMs)
  test.liveHub.publish([plantId])
}

beforeAll(async () => {
  test = await createTestApp(nowMs, { live: { heartbeatMs: 30, recheckMs: 30, perUser: 3 } })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test.app.server.address() as AddressInfo).port
  owner = await addTestUser(test, 'owner')
  plantId = await addTestPlant(test.db, owner.userId)
  device = await addTestDevice(test.db, plantId, { quantities: ['acPowerW'] })
  await change(100)
})
afterAll(async () => {
  for (const { request } of open) request.destroy()
  await test.close()
})

describe('the live stream', () => {
  it('sends the plant at once and then each change, to all viewers', async () => {
    const first = await look(owner.token)
    expect(first.reply.headers['content-type']).toContain('text/event-stream')
    expect(first.reply.headers['cache-control']).toContain('no-cache')
    expect(first.reply.headers['content-security-policy']).toBeDefined()
    const second = await look(owner.token, plantId, '/mdc-eu')
    await vi.waitFor(() => expect([first.events(), second.events()]).toEqual([[100], [100]]))
    await change(200)
    await vi.waitFor(() =>
      expect([first.events(), second.events()]).toEqual([
        [100, 200],
        [100, 200],
      ]),
    )
    await vi.waitFor(() => expect(first.text()).toContain(': still here\n\n'))
    first.request.destroy()
    await vi.waitFor(() => expect(test.liveHub.viewerCount()).toBe(1))
    await change(300)
    await vi.waitFor(() => expect(second.events()).toEqual([100, 200, 300]))
    second.request.destroy()
    await vi.waitFor(() => expect(test.liveHub.viewerCount()).toBe(0))
  })

  it('is refused like any other call', async () => {
    const stranger = await addTestUser(test, 'stranger')
    expect((await look(stranger.token)).reply.statusCode).toBe(404)
    expect((await look('wrong')).reply.statusCode).toBe(401)
  })

  it('ends soon after logout', async () => {
    const { token } = await addTestUser(test, 'leaver')
    const { id } = await test.db.kysely
      .selectFrom('users')
      .select('id')
      .where('account', '=', 'leaver')
      .executeTakeFirstOrThrow()
    await addMember(test.db, plantId, id, 'viewer')
    const stream = await look(token)
    await vi.waitFor(() => expect(stream.events()).toHaveLength(1))
    await inject(test.app, 'POST /oauth2-s/oauth/logout', {}, bearer(token))
    await stream.ended
    await vi.waitFor(() => expect(test.liveHub.viewerCount()).toBe(0))
  })

  it('ends soon after the session expires or the right is revoked', async () => {
    const guest = await addTestUser(test, 'guest')
    await addMember(test.db, plantId, guest.userId, 'viewer')
    const stream = await look(guest.token)
    await vi.waitFor(() => expect(stream.events()).toHaveLength(1))
    await test.db.kysely.updateTable('plant_members').set({ rights: [] }).where('user_id', '=', guest.userId).execute()
    await stream.ended

    await test.db.kysely
      .updateTable('plant_members')
      .set({ rights: ['viewPlantInfo'] })
      .where('user_id', '=', guest.userId)
      .execute()
    const again = await look(guest.token)
    await vi.waitFor(() => expect(again.events()).toHaveLength(1))
    const wasMs = test.clock.nowMs
    test.clock.nowMs += 16 * 24 * 3_600_000
    await again.ended
    test.clock.nowMs = wasMs
  })

  it('ends with the share, at the date that was known when it opened', async () => {
    const recheckMs = 3_600_000
    const limits = { heartbeatMs: recheckMs, recheckMs, perUser: 3, total: 10 }
    const other = await createTestApp(nowMs, { live: limits })
    await other.app.listen({ port: 0, host: '127.0.0.1' })
    const at = (other.app.server.address() as AddressInfo).port
    const id = await addTestPlant(other.db, (await addTestUser(other, 'owner')).userId)
    const guest = await addTestUser(other, 'guest')
    await addMember(other.db, id, guest.userId, 'viewer')
    await other.db.pool.query('update plant_members set expires_at = $1 where user_id = $2', [
      new Date(nowMs + 300),
      guest.userId,
    ])
    const stream = await look(guest.token, id, '', at)
    expect(stream.reply.statusCode).toBe(200)
    other.clock.nowMs = nowMs + 300
    await stream.ended
    await other.close()
  })

  it('is limited per user, and a slot becomes free again', async () => {
    const streams = await Promise.all([look(owner.token), look(owner.token), look(owner.token)])
    const fourth = await look(owner.token)
    expect(fourth.reply.statusCode).toBe(429)
    await vi.waitFor(() => expect(fourth.text()).toContain('TOO_MANY_REQUESTS'))
    streams[0]?.request.destroy()
    await vi.waitFor(() => expect(test.liveHub.viewerCount()).toBe(2))
    expect((await look(owner.token)).reply.statusCode).toBe(200)
    for (const { request } of open) request.destroy()
    await vi.waitFor(() => expect(test.liveHub.viewerCount()).toBe(0))
  })

  it('drops a reader that does not read', async () => {
    // Events so large that a few of them fill every buffer on the way.
    const liveHub = createLiveHub<number>({ read: async () => 'x'.repeat(200_000), log: test.app.log, minGapMs: 1 })
    const other = await createTestApp(nowMs, { liveHub })
    await other.app.listen({ port: 0, host: '127.0.0.1' })
    const { userId, token } = await addTestUser(other, 'owner')
    const id = await addTestPlant(other.db, userId)
    const at = (other.app.server.address() as AddressInfo).port
    const slow = await look(token, id, '', at)
    slow.reply.pause()
    const fast = await look(token, id, '', at)
    await vi.waitFor(
      () => {
        liveHub.publish([id])
        expect(liveHub.viewerCount()).toBe(1)
      },
      { timeout: 15_000, interval: 2 },
    )
    expect(fast.reply.destroyed).toBe(false)
    fast.request.destroy()
    await vi.waitFor(() => expect(liveHub.viewerCount()).toBe(0))
    await other.close()
  }, 20_000)

  it('ends when the server stops', async () => {
    const other = await createTestApp(nowMs)
    await other.app.listen({ port: 0, host: '127.0.0.1' })
    const { userId, token } = await addTestUser(other, 'owner')
    const id = await addTestPlant(other.db, userId)
    const stream = await look(token, id, '', (other.app.server.address() as AddressInfo).port)
    expect(stream.reply.statusCode).toBe(200)
    await Promise.all([other.close(), stream.ended])
  })
})
