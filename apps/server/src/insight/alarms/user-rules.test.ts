import type { CallName } from '@heliograph/contract/calls.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addMember,
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  bearer,
  createTestApp,
  type TestApp,
} from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'
import { addAlarm } from './testing/add-alarm.ts'

// Noon in Berlin.
const nowMs = Date.parse('2026-06-15T10:00:00Z')
const RULES = '/maintain-s/operating/alert/rule'
const all = { kind: 'all' }

let test: TestApp
const tokens: Record<string, string> = {}
let plant: number
let battery: number

beforeAll(async () => {
  test = await createTestApp(nowMs)
  const owner = await addTestUser(test, 'owner')
  const viewer = await addTestUser(test, 'viewer')
  const stranger = await addTestUser(test, 'stranger')
  Object.assign(tokens, { owner: owner.token, viewer: viewer.token, stranger: stranger.token })
  plant = await addTestPlant(test.db, owner.userId, { name: 'Barn' })
  await addMember(test.db, plant, viewer.userId, 'viewer')
  const device = await addTestDevice(test.db, plant, { quantities: ['batterySocPercent', 'acPowerW'] })
  battery = device.deviceId
  // Low twice: for an hour yesterday, and for ten minutes today.
  const low = (atMs: number): boolean =>
    (atMs >= nowMs - DAY_MS && atMs < nowMs - DAY_MS + HOUR_MS) || (atMs >= nowMs - HOUR_MS && atMs < nowMs - 3_000_000)
  await appendSamples(test.db, device, { fromMs: nowMs - 2 * DAY_MS, toMs: nowMs }, (atMs) => ({
    batterySocPercent: low(atMs) ? 8 : 60,
    acPowerW: 1_000,
  }))
})
afterAll(() => test.close())

const rule = {
  name: 'Battery low',
  quantity: 'batterySocPercent',
  comparison: 'below',
  threshold: 15,
  hysteresis: 2,
  forMs: 30 * MINUTE_MS,
  level: 1,
}
const ask = (who: string, name: string, parts: CallParts = {}) =>
  inject(test.app, name as CallName, parts, bearer(tokens[who] ?? ''))
const add = (who: string, scope: object = all, options: object = rule) =>
  ask(who, `POST ${RULES}`, { body: { rule: options, scope } })
const list = async (who: string) => (await ask(who, `GET ${RULES}`)).json()

describe('an own rule', () => {
  it('is tried on what was stored: long lows count, short ones do not', async () => {
    const trial = await ask('owner', `POST ${RULES}/trial`, { body: { rule, scope: all } })
    expect(trial.statusCode, trial.body.slice(0, 300)).toBe(200)
    expect(trial.json()).toMatchObject({ devices: 1, triedDevices: 1, total: 1 })
    expect(trial.json().alarms[0]).toMatchObject({ plantName: 'Barn', fromMs: nowMs - DAY_MS })
    const short = await ask('owner', `POST ${RULES}/trial`, {
      body: { rule: { ...rule, forMs: 5 * MINUTE_MS }, scope: all },
    })
    expect(short.json().total).toBe(2)
    const never = await ask('owner', `POST ${RULES}/trial`, { body: { rule: { ...rule, threshold: 1 }, scope: all } })
    expect(never.json().total).toBe(0)
  })

  it('says so where no device measures it, or the plants have no such tag', async () => {
    const ofMicro = { ...rule, quantity: 'irradianceWm2' }
    const trial = await ask('owner', `POST ${RULES}/trial`, { body: { rule: ofMicro, scope: all } })
    expect(trial.json()).toMatchObject({ devices: 0, total: 0 })
    const tagged = await ask('owner', `POST ${RULES}/trial`, { body: { rule, scope: { kind: 'tag', tag: 'roof' } } })
    expect(tagged.json()).toMatchObject({ devices: 0 })
  })

  it('is kept, changed, turned off and removed by its owner alone', async () => {
    const { id } = (await add('owner', { kind: 'plant', plantId: plant })).json()
    expect(await list('owner')).toMatchObject([
      { id, plantName: 'Barn', isOn: true, rule: { threshold: 15, forMs: 30 * MINUTE_MS } },
    ])
    expect(await list('stranger')).toEqual([])
    const one = { params: { ruleId: id } }
    const off = await ask('stranger', `POST ${RULES}/{ruleId}`, { ...one, body: { isOn: false } })
    const gone = await ask('stranger', `DELETE ${RULES}/{ruleId}`, one)
    expect([off.statusCode, gone.statusCode]).toEqual([404, 404])
    expect((await ask('owner', `POST ${RULES}/{ruleId}`, { ...one, body: { isOn: false } })).statusCode).toBe(200)
    expect((await list('owner'))[0].isOn).toBe(false)
    expect((await ask('owner', `DELETE ${RULES}/{ruleId}`, one)).statusCode).toBe(200)
    expect(await list('owner')).toEqual([])
  })

  it('removed, its open alarms end', async () => {
    const { id } = (await add('owner', { kind: 'plant', plantId: plant })).json()
    const alarm = await addAlarm(test.db, {
      plantId: plant,
      deviceId: battery,
      rule: 'userRule',
      userRuleId: id,
      openedAtMs: nowMs - HOUR_MS,
    })
    expect((await list('owner'))[0]).toMatchObject({ open: 1, recent: 1 })
    await ask('owner', `DELETE ${RULES}/{ruleId}`, { params: { ruleId: id } })
    const row = await test.db.kysely.selectFrom('alarms').selectAll().where('id', '=', alarm).executeTakeFirstOrThrow()
    expect([row.closed_at?.getTime(), row.end_reason]).toEqual([nowMs, 'gone'])
  })

  it('touch the rules of their plant when saved and removed', async () => {
    const version = async () => {
      const { rows } = await test.db.pool.query(
        'select rules_version::int as n from alarm_plants where plant_id = $1',
        [plant],
      )
      return rows[0]?.n ?? 0
    }
    const before = await version()
    const { id } = (await add('owner', { kind: 'plant', plantId: plant })).json()
    expect(await version()).toBe(before + 1)
    await ask('owner', `DELETE ${RULES}/{ruleId}`, { params: { ruleId: id } })
    expect(await version()).toBe(before + 2)
  })

  it('for a plant needs the right to edit it, and the plant', async () => {
    const codes = [
      await add('viewer', { kind: 'plant', plantId: plant }),
      await add('stranger', { kind: 'plant', plantId: plant }),
    ]
    expect(codes.map(({ statusCode }) => statusCode)).toEqual([403, 404])
    expect((await add('viewer')).statusCode).toBe(200)
  })

  it('with what cannot be is refused', async () => {
    const wrong = [
      { ...rule, threshold: 1e13 },
      { ...rule, forMs: 20_000 * MINUTE_MS },
      { ...rule, forMs: -30 * MINUTE_MS },
      { ...rule, threshold: null },
      { ...rule, threshold: 'NaN' },
      { ...rule, threshold: 0 },
      { ...rule, threshold: 101 },
      { ...rule, comparison: 'above', threshold: 100 },
      { ...rule, hysteresis: 90 },
      { ...rule, hysteresis: -1 },
      { ...rule, quantity: 'nothing' },
      { ...rule, name: '\u200b' },
      { ...rule, level: 3 },
    ]
    for (const options of wrong) expect((await add('owner', {}, options)).statusCode, JSON.stringify(options)).toBe(400)
  })
})
