import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAlarm } from '../../insight/alarms/testing/add-alarm.ts'
import { addTestDevice, addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const evidence = { maker: 'Solis', profileId: 'solis-0507' }

let test: TestApp
let owner: string
let stranger: string
let known: string
let unknown: string
let other: string
let stateOnly: string

beforeAll(async () => {
  test = await createTestApp(nowMs)
  const { db } = test
  const { userId, token } = await addTestUser(test, 'owner')
  owner = token
  stranger = (await addTestUser(test, 'stranger')).token
  const plantId = await addTestPlant(db, userId, { name: 'Barn' })
  const { deviceId } = await addTestDevice(db, plantId, { quantities: ['inverterState'] })
  const at = { plantId, deviceId, openedAtMs: nowMs - HOUR_MS, closedAtMs: nowMs - HOUR_MS / 2 }
  const fault = { ...at, rule: 'deviceFault' } as const
  known = await addAlarm(db, { ...fault, evidence: { ...evidence, code: '1015', codes: ['1015', '1020'] } })
  unknown = await addAlarm(db, { ...fault, evidence: { ...evidence, code: '10FF', codes: ['10FF'] } })
  stateOnly = await addAlarm(db, { ...fault, evidence: { ...evidence, code: 'state 3', codes: ['state 3'] } })
  other = await addAlarm(db, { ...at, rule: 'stringDead', evidence })
})
afterAll(() => test.close())

async function ask(alertId: string, language = 'en', token = owner) {
  const parts = { body: { alertId, language } }
  return inject(test.app, 'POST /maintain-s/operating/alert/detail', parts, bearer(token))
}

it('says what the codes of a device mean, in the language of the reader', async () => {
  const english = (await ask(known)).json()
  expect(english.codes).toMatchObject([
    { code: '1015', known: { maker: 'Solis', probable: false, solution: expect.stringMatching(/breaker/) } },
    { code: '1020', known: { urgency: 'now' } },
  ])
  // The rule's general line gives way to them.
  expect(english.causes).toEqual([])
  const german = (await ask(known, 'de')).json()
  expect(german.codes[0].known.cause).toMatch(/Netzausfall/)
  const vietnamese = (await ask(known, 'vi')).json()
  expect(vietnamese.codes[0].known.cause).toMatch(/mất điện/)
})

it('offers a contribution where a code is unknown', async () => {
  const { codes, causes } = (await ask(unknown)).json()
  expect(codes).toMatchObject([{ code: '10FF', known: null }])
  expect(JSON.parse(codes[0].contribution)).toMatchObject({
    maker: 'Solis',
    profile: 'solis-0507',
    code: '10FF',
    seen: '2026-06-15T09:00:00.000Z',
  })
  expect(causes).toHaveLength(1)
})

it('asks nobody what a state of a device means', async () => {
  const { codes } = (await ask(stateOnly)).json()
  expect(codes).toEqual([{ code: 'state 3', known: null, contribution: null }])
})

it('has no codes for other rules, and nothing for a stranger', async () => {
  expect((await ask(other)).json().codes).toEqual([])
  expect((await ask(known, 'en', stranger)).statusCode).toBe(404)
})
