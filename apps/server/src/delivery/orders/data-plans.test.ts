import type { CallName } from '@heliograph/contract/calls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMember, addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
let test: TestApp
const tokens: Record<string, string> = {}
let logger: number
let strange: number

beforeAll(async () => {
  test = await createTestApp(nowMs)
  const plantOf = async (account: string): Promise<number> => {
    const { userId, token } = await addTestUser(test, account)
    tokens[account] = token
    return addTestPlant(test.db, userId, { name: account })
  }
  const loggerOf = async (plant: number): Promise<number> => {
    const { rows } = await test.db.pool.query<{ id: number }>(
      "insert into loggers (wire, address, plant_id) values ('solarman-v5', $1, $2) returning id",
      [String(2_300_000_000 + plant), plant],
    )
    return rows[0]?.id ?? 0
  }
  const plant = await plantOf('owner')
  logger = await loggerOf(plant)
  strange = await loggerOf(await plantOf('neighbor'))
  const viewer = await addTestUser(test, 'viewer')
  tokens.viewer = viewer.token
  await addMember(test.db, plant, viewer.userId, 'viewer')
  tokens.operator = (await addTestUser(test, 'operator', true)).token
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.db.pool.query('truncate data_plans, orders')
  await test.db.pool.query('update loggers set sim_expires_on = null')
})

const ask = async (account: string, name: CallName, parts: CallParts = {}) => {
  const reply = await inject(test.app, name, parts, bearer(tokens[account] ?? ''))
  return { status: reply.statusCode, body: reply.json() }
}

describe('data plans', () => {
  const enter = (expiresOn: string | null, changes: object = {}, account = 'owner') =>
    ask(account, 'POST /backyard-api-s/application/data-plan/{id}', {
      params: { id: logger },
      body: { expiresOn, provider: 'Telco', iccid: '8949020000000000000', isDisabled: false, ...changes },
    })
  const plans = async (account = 'owner', all = '0') =>
    (await ask(account, 'GET /backyard-api-s/application/data-plan', { query: { all } })).body
  const order = (account = 'owner', id = logger) =>
    ask(account, 'POST /backyard-api-s/application/data-plan/{id}/order', { params: { id }, body: { months: 12 } })

  const sayHowPaid = (text = 'By transfer', link = '') =>
    ask('operator', 'POST /backyard-api-s/application/renewal', { body: { text, link } })

  it('are not sold before the operator said how they are paid', async () => {
    await sayHowPaid('')
    await enter('2026-07-31')
    expect((await plans()).data[0]).toMatchObject({ mayEdit: true, mayOrder: false })
    expect(await order()).toMatchObject({
      status: 409,
      body: { code: 'ORDER_NOT_TAKEN', detail: { reason: 'payment' } },
    })
    expect((await order('neighbor')).status).toBe(404)
    expect((await ask('owner', 'GET /backyard-api-s/application/order')).body.total).toBe(0)
    await sayHowPaid('', 'https://pay.example/')
    expect((await plans()).data[0]).toMatchObject({ mayOrder: true })
    expect((await order()).status).toBe(200)
  })

  it('are none until somebody enters one', async () => {
    expect((await plans()).total).toBe(0)
    expect(await plans('owner', '1')).toMatchObject({
      total: 1,
      data: [{ loggerId: logger, status: 'unknown', expiresOn: null }],
    })
    await enter('2026-12-31')
    expect(await plans()).toMatchObject({
      data: [{ expiresOn: '2026-12-31', status: 'valid', provider: 'Telco', mayEdit: true }],
    })
  })

  it('show a viewer the end, but no number of the card', async () => {
    await enter('2026-12-31')
    expect((await plans('viewer')).data).toMatchObject([{ expiresOn: '2026-12-31', iccid: '', mayEdit: false }])
    expect((await plans('neighbor')).total).toBe(0)
    expect((await enter('2027-12-31', {}, 'viewer')).status).toBe(403)
    expect((await order('neighbor')).status).toBe(404)
    expect((await order('owner', strange)).status).toBe(404)
  })

  it('are counted as ending from 30 days before the end, unless renewed or disabled', async () => {
    const home = async () => (await ask('owner', 'GET /backyard-api-s/application/home')).body.dataPlans
    expect(await home()).toEqual({ total: 0, ending: 0 })
    await enter('2026-07-15')
    expect(await home()).toEqual({ total: 1, ending: 0 })
    await enter('2026-07-14')
    expect(await home()).toEqual({ total: 1, ending: 1 })
    await enter('2026-07-14', { isDisabled: true })
    expect(await home()).toEqual({ total: 1, ending: 0 })
    await enter('2026-07-14')
    await sayHowPaid()
    await order()
    expect(await home()).toEqual({ total: 1, ending: 0 })
  })

  it('are renewed by the operator, and paid where the operator says', async () => {
    const body = { text: 'By transfer', link: 'https://pay.example/?o={order}&m={months}' }
    await ask('operator', 'POST /backyard-api-s/application/renewal', { body })
    await enter('2026-07-31')
    const { body: ordered } = await order()
    expect(ordered).toEqual({
      id: ordered.id,
      text: 'By transfer',
      payLink: `https://pay.example/?o=${ordered.id}&m=12`,
    })
    expect((await plans()).data[0]).toMatchObject({ status: 'renewing', openOrderId: ordered.id })
    expect((await order()).status).toBe(409)
    const open = await ask('operator', 'GET /backyard-api-s/application/order/manage', { query: { state: 'open' } })
    expect(open.body).toMatchObject({ total: 1, data: [{ account: 'owner', months: 12, plantName: 'owner' }] })
    const parts = { params: { id: ordered.id }, body: { state: 'done' } }
    await ask('operator', 'POST /backyard-api-s/application/order/{id}/state', parts)
    expect((await plans()).data[0]).toMatchObject({ status: 'valid', expiresOn: '2027-07-31', openOrderId: null })
    expect((await ask('operator', 'POST /backyard-api-s/application/order/{id}/state', parts)).status).toBe(404)
    const own = await ask('owner', 'GET /backyard-api-s/application/order')
    expect(own.body.data).toMatchObject([{ state: 'done', expiresOn: '2027-07-31' }])
  })

  it('keep their end when an order is canceled or refused', async () => {
    await sayHowPaid()
    await enter('2026-07-31')
    const first = (await order()).body.id
    const cancel = (account: string) =>
      ask(account, 'POST /backyard-api-s/application/order/{id}/cancel', { params: { id: first } })
    expect((await cancel('neighbor')).status).toBe(404)
    expect((await cancel('owner')).status).toBe(200)
    const second = (await order()).body.id
    const parts = { params: { id: second }, body: { state: 'refused' } }
    await ask('operator', 'POST /backyard-api-s/application/order/{id}/state', parts)
    expect((await plans()).data[0]).toMatchObject({ expiresOn: '2026-07-31', openOrderId: null })
  })

  it.each([
    ['no date', { expiresOn: '2026-02-30' }],
    ['letters in the card number', { iccid: '89x' }],
  ])('refuse %s', async (_, changes) => {
    expect((await enter('2026-12-31', changes)).status).toBe(400)
  })
})
