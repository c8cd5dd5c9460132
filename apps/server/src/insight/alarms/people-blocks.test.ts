import { ruleIds } from '@heliograph/domain/alarms/rule-ids.ts'
import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addMember,
  addTestDevice,
  addTestPlant,
  addTestUser,
  bearer,
  createTestApp,
  type TestApp,
} from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'
import { endBlocksInTime, MOST_BLOCKS } from './people-blocks.ts'
import { addAlarm } from './testing/add-alarm.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
let test: TestApp
let token: string
let viewer: string
let plant: number
let device: number

beforeAll(async () => {
  test = await createTestApp(nowMs)
  const owner = await addTestUser(test, 'owner')
  const member = await addTestUser(test, 'viewer')
  token = owner.token
  viewer = member.token
  plant = await addTestPlant(test.db, owner.userId)
  await addMember(test.db, plant, member.userId, 'viewer', ['viewPlantAlert', 'viewPlantInfo'])
  device = (await addTestDevice(test.db, plant, { quantities: ['acPowerW'] })).deviceId
})
afterAll(() => test.close())

const block = (body: object, as = token) =>
  inject(test.app, 'POST /maintain-s/station/{id}/alert/block', { params: { id: plant }, body }, bearer(as))
const end = (blockId: number) =>
  inject(
    test.app,
    'DELETE /maintain-s/station/{id}/alert/block',
    { params: { id: plant }, body: { blockId } },
    bearer(token),
  )
const list = async () =>
  (await inject(test.app, 'GET /maintain-s/station/{id}/alert/block', { params: { id: plant } }, bearer(viewer))).json()
const stateOf = async (id: string) =>
  (await test.db.kysely.selectFrom('alarms').select('is_blocked').where('id', '=', id).executeTakeFirstOrThrow())
    .is_blocked
const openOf = async () =>
  await test.db.kysely
    .selectFrom('plant_now')
    .select(['open_alarms', 'alarm_level'])
    .where('plant_id', '=', plant)
    .executeTakeFirstOrThrow()

describe('blocked alarms', () => {
  it('cover what is open and what comes, and come back when the block ends', async () => {
    const open = await addAlarm(test.db, { plantId: plant, deviceId: device, openedAtMs: nowMs - HOUR_MS })
    const { id } = (await block({ ruleId: 'stringDead', deviceId: device })).json()
    expect([await stateOf(open), await openOf()]).toEqual([true, { open_alarms: 0, alarm_level: null }])
    const later = await addAlarm(test.db, { plantId: plant, deviceId: device, part: 'pv2', openedAtMs: nowMs })
    const other = await addAlarm(test.db, { plantId: plant, openedAtMs: nowMs, closedAtMs: nowMs })
    expect([await stateOf(later), await stateOf(other)]).toEqual([true, false])
    expect(await list()).toMatchObject([{ id, name: 'String delivers nothing', alarms: 2, createdBy: 'owner' }])
    expect((await end(id)).statusCode).toBe(200)
    expect([await stateOf(open), await openOf()]).toEqual([false, { open_alarms: 2, alarm_level: 2 }])
    expect((await end(id)).statusCode).toBe(404)
  })

  it('end by themselves at their time', async () => {
    expect((await block({ ruleId: 'clipping', untilMs: nowMs - 1 })).statusCode).toBe(400)
    const untilMs = nowMs + DAY_MS
    expect((await block({ ruleId: 'stringDead', untilMs })).statusCode).toBe(200)
    expect(await openOf()).toMatchObject({ open_alarms: 0 })
    expect(await endBlocksInTime(test.db, nowMs + DAY_MS - 1)).toBe(0)
    expect(await endBlocksInTime(test.db, nowMs + DAY_MS)).toBe(1)
    expect([await openOf(), await list()]).toEqual([{ open_alarms: 2, alarm_level: 2 }, []])
  })

  it('are refused twice with 37, and beyond ten with 38', async () => {
    const rules = ruleIds.slice(0, MOST_BLOCKS)
    for (const ruleId of rules) expect((await block({ ruleId })).statusCode).toBe(200)
    const twice = [await block({ ruleId: rules[0] }), await block({ ruleId: rules[0], deviceId: device })]
    expect(twice.map((reply) => reply.json().no)).toEqual([37, 37])
    expect((await block({ ruleId: ruleIds[MOST_BLOCKS] })).json()).toMatchObject({ code: 'ALARM_BLOCK_LIMIT', no: 38 })
    expect(await list()).toHaveLength(MOST_BLOCKS)
  })

  it('two requests at once do not both get the last place', async () => {
    const [first] = await list()
    await end(first.id)
    const replies = await Promise.all([block({ ruleId: ruleIds[20] }), block({ ruleId: ruleIds[21] })])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  it('of all plants stand in one list: of those whose alarms one may see, and no other', async () => {
    const of = async (as: string, query = {}) =>
      (await inject(test.app, 'GET /maintain-s/operating/alert/block', { query }, bearer(as))).json()
    const mine = await of(token, { size: 3 })
    expect([mine.total, mine.data.length]).toEqual([MOST_BLOCKS, 3])
    expect(mine.data[0]).toMatchObject({ plantId: plant, plantName: expect.any(String), mayAct: true })
    expect((await of(viewer)).data[0]).toMatchObject({ plantId: plant, mayAct: false })
    const stranger = await addTestUser(test, 'stranger')
    expect(await of(stranger.token)).toEqual({ total: 0, data: [] })
    await addMember(test.db, plant, stranger.userId, 'viewer', ['viewPlantInfo'])
    expect(await of(stranger.token)).toEqual({ total: 0, data: [] })
  })

  it('are set by who may edit the plant, at its own devices', async () => {
    expect((await block({ ruleId: 'snow' }, viewer)).statusCode).toBe(403)
    expect((await block({ ruleId: 'snow', deviceId: 999_999 })).statusCode).toBe(404)
    expect((await block({ ruleId: 'noSuchRule' })).statusCode).toBe(400)
  })
})
