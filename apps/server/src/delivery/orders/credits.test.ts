import type { CallName } from '@heliograph/contract/calls.ts'
import { defaultMessageSettings } from '@heliograph/domain/messages/message-settings.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { postMessages } from '../../people/inbox/inbox.ts'
import { addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'
import { listSendings } from '../messages/messages.ts'
import { runOutbox } from '../messages/outbox.ts'
import type { Carriers } from '../messages/send-letter.ts'
import { saveSettings } from '../messages/settings.ts'
import { endLeases } from '../messages/testing/leases.ts'
import { orderTopUp } from './orders.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const MINUTE = 60_000
let test: TestApp
let userId: number
let plantId: number
const tokens: Record<string, string> = {}
let sent: string[]
let answer: 'sent' | 'refused'
const smsOnly = { alarms: 0, system: false, sharing: false } as const
const off = { alarms: 'off', system: false, sharing: false } as const

beforeAll(async () => {
  test = await createTestApp(nowMs)
  for (const account of ['owner', 'neighbor']) {
    const one = await addTestUser(test, account)
    tokens[account] = one.token
    if (account === 'owner') userId = one.userId
  }
  tokens.operator = (await addTestUser(test, 'operator', true)).token
  plantId = await addTestPlant(test.db, userId, { name: 'Lindenhof' })
  await test.db.pool.query("update users set phone = '+4915112345678' where id = $1", [userId])
  const channels = { ...defaultMessageSettings.channels, email: off, sms: smsOnly }
  await saveSettings(
    test.db,
    userId,
    { ...defaultMessageSettings, inApp: { ...off, system: true }, channels, groupMinutes: 0 },
    '',
  )
})
afterAll(() => test.close())
beforeEach(async () => {
  sent = []
  answer = 'sent'
  await test.db.pool.query(
    `truncate message_credits, message_credit_entries, orders, message_addresses, messages, posted_events cascade`,
  )
  await test.db.pool.query("delete from application_settings where name = 'messagePrices'")
})

const ask = async (account: string, name: CallName, parts: CallParts = {}) => {
  const reply = await inject(test.app, name, parts, bearer(tokens[account] ?? ''))
  return { status: reply.statusCode, body: reply.json() }
}
const packages = [{ credits: 100, price: 5.5 }]
const free = { isCharged: false, lowAt: 10, packages: [] }
const setPrices = (changes: object = {}, account = 'operator', payment: object = {}) =>
  ask(account, 'POST /backyard-api-s/application/message-charge/price', {
    body: {
      currency: 'EUR',
      text: 'By transfer',
      link: 'https://pay.example/?o={order}&c={credits}&p={price}',
      ...payment,
      channels: { email: free, sms: { isCharged: true, lowAt: 1, packages, ...changes } },
    },
  })
const order = (account = 'owner', changes: object = {}) =>
  ask(account, 'POST /backyard-api-s/application/message-charge/order', {
    body: { channel: 'sms', credits: 100, ...changes },
  })
const close = (id: number, state: 'done' | 'refused', account = 'operator') =>
  ask(account, 'POST /backyard-api-s/application/message-charge/order/{id}/state', { params: { id }, body: { state } })
const sms = async (account = 'owner') =>
  (await ask(account, 'GET /backyard-api-s/application/message-charge')).body.channels[1]
const usage = async (account = 'owner') =>
  (await ask(account, 'GET /backyard-api-s/application/message-charge/usage')).body
const setBalance = (balance: number) =>
  test.db.pool.query("insert into message_credits (user_id, channel, balance) values ($1, 'sms', $2)", [
    userId,
    balance,
  ])

let number = 0
const alarm = (level: 0 | 1 | 2 = 2) => {
  number += 1
  const key = `alarm:${number}`
  return test.db.transaction((transaction) =>
    postMessages(
      transaction,
      [
        {
          kind: 'alarm',
          key,
          plantId,
          alarmId: String(number),
          rule: 'zeroPower',
          level,
          change: 'opened',
          atMs: nowMs,
          parameters: {},
          groupKey: key,
        },
      ],
      nowMs,
    ),
  )
}
const carriers = (hasSms: boolean): Carriers => ({
  mail: {
    hasMailServer: true,
    hasSms,
    sendText: async (_, words) => {
      sent.push(words)
      return answer
    },
    findBrand: async () => ({ name: 'Heliograph', host: '' }),
    sendWritten: async () => 'sent',
  },
  publicUrl: 'https://pv.example.org',
  outside: { networks: { isOpen: () => true } as never, patienceMs: 300 },
  push: { keys: {} as never, subject: 'mailto:x@example.org', hosts: [] },
  telegram: undefined,
})
const run = (atMs = nowMs, onStep?: (step: string) => void, hasSms = true) =>
  runOutbox(test.db, carriers(hasSms), { now: () => atMs, chance: () => 0, ...(onStep ? { onStep } : {}) })
const told = async () =>
  (
    await sql<{ what: string; left: number }>`select entries -> 0 ->> 'what' as what,
      (entries -> 0 -> 'facts' ->> 'count')::int as left from messages
      where kind = 'system' order by id`.execute(test.db.kysely)
  ).rows

describe('prices', () => {
  it('are none at first: messages leave and nothing is counted', async () => {
    await alarm()
    await run()
    expect(sent).toHaveLength(1)
    expect(await sms()).toMatchObject({ isCharged: false, balance: 0 })
    expect((await usage()).total).toBe(0)
    expect((await order()).status).toBe(400)
  })

  it('are set by the operator alone, and a charged channel needs a package', async () => {
    expect((await setPrices({}, 'owner')).status).toBe(403)
    expect((await setPrices({ packages: [] })).status).toBe(400)
    expect((await setPrices({ packages: [...packages, ...packages] })).status).toBe(400)
    expect((await setPrices()).status).toBe(200)
    expect(await sms()).toMatchObject({ isCharged: true, balance: 0, packages })
  })
})

describe('top-ups', () => {
  it('are paid where the operator says and add their credits once', async () => {
    await setPrices()
    const { body } = await order()
    expect(body).toMatchObject({ text: 'By transfer', payLink: `https://pay.example/?o=${body.id}&c=100&p=5.50` })
    expect((await order()).status).toBe(409)
    expect((await order('owner', { credits: 7 })).status).toBe(400)
    const open = await ask('operator', 'GET /backyard-api-s/application/message-charge/order/manage', {
      query: { state: 'open' },
    })
    expect(open.body).toMatchObject({ total: 1, data: [{ account: 'owner', credits: 100, price: 5.5 }] })
    expect((await close(body.id, 'done', 'owner')).status).toBe(403)
    expect((await close(body.id, 'done')).status).toBe(200)
    expect((await close(body.id, 'done')).status).toBe(404)
    expect(await sms()).toMatchObject({ balance: 100 })
    expect((await usage()).data).toMatchObject([{ kind: 'topUp', change: 100, balance: 100 }])
  })

  it.each(['', ' \n\u200b '])('are not priced before it is said how they are paid (%j)', async (words) => {
    expect(await setPrices({}, 'operator', { text: words, link: '' })).toMatchObject({
      status: 400,
      body: { code: 'PARAM_ERROR', detail: { field: 'body.text' } },
    })
    expect(await sms()).toMatchObject({ isCharged: false })
    expect((await setPrices({ isCharged: false }, 'operator', { text: words, link: '' })).status).toBe(200)
    expect((await setPrices({}, 'operator', { text: words })).status).toBe(200)
  })

  it('are not taken where prices of earlier versions do not say how they are paid', async () => {
    await setPrices()
    await test.db.pool.query(
      `update application_settings set value = value || '{"text": "", "link": ""}' where name = 'messagePrices'`,
    )
    const state = await ask('owner', 'GET /backyard-api-s/application/message-charge')
    expect(state.body.isPayable).toBe(false)
    expect(await order()).toMatchObject({
      status: 409,
      body: { code: 'ORDER_NOT_TAKEN', detail: { reason: 'payment' } },
    })
  })

  it('are not taken where nothing can be sent', async () => {
    await setPrices()
    const options = { userId, channel: 'sms' as const, credits: 100, note: '', canSend: false }
    await expect(orderTopUp(test.db, options, nowMs)).rejects.toMatchObject({ code: 'ORDER_NOT_TAKEN' })
    expect((await ask('owner', 'GET /backyard-api-s/application/message-charge/order')).body.total).toBe(0)
  })

  it("stay a person's own", async () => {
    await setPrices()
    const { id } = (await order()).body
    const cancel = (account: string) =>
      ask(account, 'POST /backyard-api-s/application/message-charge/order/{id}/cancel', { params: { id } })
    const own = await ask('neighbor', 'GET /backyard-api-s/application/message-charge/order')
    expect(own.body.total).toBe(0)
    expect((await cancel('neighbor')).status).toBe(404)
    expect((await cancel('owner')).status).toBe(200)
    expect((await close(id, 'done')).status).toBe(404)
    expect((await sms()).balance).toBe(0)
  })

  it('add nothing when they are refused', async () => {
    await setPrices()
    await close((await order()).body.id, 'refused')
    expect((await sms()).balance).toBe(0)
    expect((await usage('neighbor')).total).toBe(0)
  })
})

describe('a charged message', () => {
  it('takes one credit, and tells once that few are left', async () => {
    await setPrices()
    await setBalance(3)
    for (const left of [2, 1, 0]) {
      await alarm()
      await run()
      expect((await sms()).balance).toBe(left)
    }
    expect(sent).toHaveLength(3)
    expect(await told()).toEqual([{ what: 'creditsLow', left: 1 }])
  })

  it('does not leave without credits: log, owner and faults say so', async () => {
    await setPrices()
    await alarm()
    await alarm(1)
    await run()
    await alarm()
    await run()
    expect(sent).toEqual([])
    expect(await told()).toEqual([{ what: 'creditsOut', left: 0 }])
    const { sendings } = await listSendings(test.db, userId, { page: 1, size: 5 })
    expect(sendings.map(({ state, tries }) => [state, tries[0]?.outcome, tries[0]?.reason])).toEqual(
      Array(2).fill(['failed', 'refused', 'noCredits']),
    )
    const { rows } = await test.db.pool.query("select level, is_shown from messages where kind = 'alarm' order by id")
    expect(rows.map(({ level, is_shown }) => [level, is_shown])).toEqual([
      [2, true],
      [1, false],
      [2, true],
    ])
    const { rows: addresses } = await test.db.pool.query('select failures, paused_at from message_addresses')
    expect(addresses.every(({ failures, paused_at }) => failures === 0 && paused_at === null)).toBe(true)
  })

  it('costs nothing while there is no gateway, and one credit when it leaves', async () => {
    await setPrices()
    await setBalance(5)
    await alarm()
    await run(nowMs, undefined, false)
    expect([sent.length, (await usage()).total, await told()]).toEqual([0, 0, []])
    await run(nowMs + 60 * MINUTE)
    expect([sent.length, (await sms()).balance]).toEqual([1, 4])
  })

  it.each(['claimed', 'paid', 'sent'] as const)('costs one credit when its node dies: %s', async (step) => {
    await setPrices()
    await setBalance(50)
    await alarm()
    const dying = run(nowMs, (at) => {
      if (at === step) throw new Error('killed')
    })
    await expect(dying).rejects.toThrow('killed')
    await endLeases(test.db)
    await run(nowMs + 3 * MINUTE)
    expect((await sms()).balance).toBe(49)
    expect((await usage()).total).toBe(1)
  })

  it('gives its credit back when it does not arrive', async () => {
    await setPrices()
    await setBalance(50)
    answer = 'refused'
    await alarm()
    await run()
    expect((await usage()).data).toMatchObject([
      { kind: 'returned', change: 1, balance: 50 },
      { kind: 'sent', change: -1, balance: 49 },
    ])
  })

  it('takes no credit twice at the same moment', async () => {
    await setPrices()
    await setBalance(1)
    await alarm()
    await alarm()
    await Promise.all([run(), run(), run()])
    await alarm()
    await Promise.all([run(), run(), run()])
    expect([sent.length, (await sms()).balance]).toEqual([1, 0])
  })
})
