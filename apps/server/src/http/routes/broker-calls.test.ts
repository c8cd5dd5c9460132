import { Refusal } from '@heliograph/domain/errors.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addTestPlant, addTestUser, bearer, createTestApp, TEST_PASSWORD, type TestApp } from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const proof = { password: TEST_PASSWORD }
let test: TestApp
let owner: { userId: number; token: string }
let neighbor: { userId: number; token: string }
let plantId: number
let foreignId: number

beforeAll(async () => {
  const check = async (host: string) => {
    if (host.startsWith('10.')) throw new Refusal('PARAM_ERROR', { field: 'host', reason: 'network' })
    return host
  }
  test = await createTestApp(nowMs, { services: { deviceGate: { isOpen: true, check } } })
  owner = await addTestUser(test, 'owner')
  neighbor = await addTestUser(test, 'neighbor')
  plantId = await addTestPlant(test.db, owner.userId)
  foreignId = await addTestPlant(test.db, neighbor.userId)
})
beforeEach(() => test.db.pool.query('delete from mqtt_brokers'))
afterAll(() => test.close())

const usual = { host: '192.0.2.7', port: 1883, isTls: false, user: 'me', password: 'right', prefix: 'homeassistant' }
const add = async (body: object = {}, token = owner.token) =>
  (
    await inject(
      test.app,
      'POST /user-s/acc/broker',
      { body: { ...usual, plantIds: [plantId], proof, ...body } },
      bearer(token),
    )
  ).json()
const list = async (token = owner.token) =>
  (await inject(test.app, 'GET /user-s/acc/broker', {}, bearer(token))).json().data

describe('the brokers of a person', () => {
  it('are listed without their passwords, which are sealed', async () => {
    const { id } = await add()
    const { password: _, ...shown } = usual
    expect(await list()).toEqual([{ id, ...shown, plantIds: [plantId], hasPassword: true, state: null }])
    const { rows } = await test.db.pool.query('select row_to_json(b)::text as text from mqtt_brokers b')
    expect(rows[0].text).not.toContain('right')
  })

  it('need re-authentication, a network that is open, and plants that the person sees', async () => {
    expect(await add({ proof: {} })).toMatchObject({ code: 'PROOF_REQUIRED' })
    expect(await add({ host: '10.0.0.1' })).toMatchObject({ code: 'PARAM_ERROR', detail: { reason: 'network' } })
    const { requestId: _, ...foreign } = await add({ plantIds: [plantId, foreignId] })
    const { requestId: __, ...missing } = await add({ plantIds: [plantId, 999_999] })
    expect(foreign).toEqual(missing)
    expect(foreign).toMatchObject({ code: 'NOT_FOUND' })
    for (const prefix of ['', 'a/#', '+', 'a//b', 'ä'])
      expect(await add({ prefix })).toMatchObject({ code: 'PARAM_ERROR' })
    expect(await list()).toEqual([])
  })

  it('are missing for anybody else', async () => {
    const { id } = await add()
    expect(await list(neighbor.token)).toEqual([])
    const params = { id }
    const body = { ...usual, plantIds: [foreignId], proof }
    const change = await inject(test.app, 'POST /user-s/acc/broker/{id}', { params, body }, bearer(neighbor.token))
    const remove = await inject(test.app, 'DELETE /user-s/acc/broker/{id}', { params }, bearer(neighbor.token))
    expect([change.json().code, remove.json().code]).toEqual(['NOT_FOUND', 'NOT_FOUND'])
    expect(await list()).toHaveLength(1)
  })

  it('are five at most, and one of each address', async () => {
    expect(await add()).toMatchObject({ id: expect.any(Number) })
    expect(await add()).toMatchObject({ code: 'ABNORMAL', detail: { reason: 'endpointTaken' } })
    for (const port of [1, 2, 3, 4]) await add({ port })
    expect(await add({ port: 5 })).toMatchObject({ code: 'TOO_MANY', detail: { most: 5 } })
    const [first] = await list()
    await inject(test.app, 'DELETE /user-s/acc/broker/{id}', { params: { id: first.id } }, bearer(owner.token))
    expect(await list()).toHaveLength(4)
  })
})
