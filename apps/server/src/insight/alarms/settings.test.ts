import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { append } from '../../fleet/telemetry/telemetry.ts'
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
import { createAlarmReaction } from './alarms.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const PATH = '/maintain-s/station/{id}/config/alarms'

let test: TestApp
let owner: { userId: number; token: string }
let plant: number
beforeAll(async () => {
  test = await createTestApp(nowMs)
  owner = await addTestUser(test, 'owner')
  plant = await addTestPlant(test.db, owner.userId)
})
afterAll(() => test.close())

const get = async () => (await inject(test.app, `GET ${PATH}`, { params: { id: plant } }, bearer(owner.token))).json()
const set = (exportLimitW: number | null, nominalV: number | null, id = plant, token = owner.token) =>
  inject(test.app, `POST ${PATH}`, { params: { id }, body: { exportLimitW, nominalV } }, bearer(token))

it('sets the bounds of the alarms, and takes them away', async () => {
  expect(await get()).toEqual({ exportLimitW: null, nominalV: null })
  expect((await set(7_000, null)).json()).toEqual({
    changes: [{ field: 'exportLimitW', before: null, after: 7_000 }],
  })
  expect(await get()).toEqual({ exportLimitW: 7_000, nominalV: null })
  expect((await set(null, 240)).json().changes).toHaveLength(2)
  expect(await get()).toEqual({ exportLimitW: null, nominalV: 240 })
  for (const [limit, volts] of [
    [-1, null],
    [null, 5],
    [2e9, null],
  ] as const)
    expect((await set(limit, volts)).json().code).toBe('PARAM_ERROR')
})

it('is for those who may edit the plant; a neighbor learns nothing', async () => {
  const viewer = await addTestUser(test, 'viewer')
  await addMember(test.db, plant, viewer.userId, 'viewer')
  const stranger = await addTestUser(test, 'stranger')
  const codes = await Promise.all([viewer, stranger].map(({ token }) => set(1, null, plant, token)))
  expect(codes.map(({ statusCode }) => statusCode)).toEqual([403, 404])
})

it('counts from the next sample on, and a limit taken away ends its alarm', async () => {
  const device = await addTestDevice(test.db, plant, { type: 'METER', quantities: ['gridPowerW'] })
  const react = createAlarmReaction(() => nowMs + DAY_MS)
  let index = 0
  const store = async (count: number) => {
    for (let i = 0; i < count; i++, index++)
      await append(
        test.db,
        [{ device, timeSource: 'frame', atMs: nowMs + (index - 20) * 5 * MINUTE_MS, values: { gridPowerW: -9_000 } }],
        (stored, client) => react(stored, client),
      )
  }
  const alarms = async () =>
    (
      await test.db.pool.query(
        'select end_reason, closed_at from alarms where plant_id = $1 and rule = $2 order by opened_at',
        [plant, 'exportHigh'],
      )
    ).rows.map((row) => row.closed_at && row.end_reason)
  await set(null, null)
  await store(10)
  expect(await alarms()).toEqual([])
  await set(7_000, null)
  await store(10)
  expect(await alarms()).toEqual([null])
  await set(null, null)
  expect(await alarms()).toEqual(['gone'])
  await set(7_000, null)
  await store(10)
  expect((await alarms()).at(-1)).toBe(null)
})
