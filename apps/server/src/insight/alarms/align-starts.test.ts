import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createNowReaction, moveClock, readPlantNow } from '../../fleet/now/now.ts'
import { append, type DeviceMeta } from '../../fleet/telemetry/telemetry.ts'
import { addTestDevice, addTestPlant, addTestUser, createTestApp, type TestApp } from '../../testing/app.ts'
import { alignStarts, createAlarmReaction, lookAgain } from './alarms.ts'

/** Midday in Berlin. */
const noon = Date.parse('2026-06-15T11:00Z')
const at = (hours: number) => noon + hours * HOUR_MS
let nowMs = at(4)
let test: TestApp
let ownerId: number
beforeAll(async () => {
  test = await createTestApp(noon)
  ownerId = (await addTestUser(test, 'owner')).userId
})
afterAll(() => test.close())

async function addInverter(): Promise<DeviceMeta> {
  const plantId = await addTestPlant(test.db, ownerId)
  return addTestDevice(test.db, plantId, { quantities: ['acPowerW', 'inverterState'], ratedW: 5_000 })
}
/** One backlog, as a logger sends it that was without network. */
async function sendBacklog(device: DeviceMeta, fromH: number, toH: number, values: Values): Promise<void> {
  const [react, alarm] = [createNowReaction(() => nowMs), createAlarmReaction(() => nowMs)]
  const samples: Parameters<typeof append>[1][number][] = []
  for (let atMs = at(fromH); atMs <= at(toH); atMs += 5 * MINUTE_MS)
    samples.push({ device, timeSource: 'frame', atMs, values })
  await append(test.db, samples, (stored, client) => {
    const [judge, settle] = [alarm(stored, client), react(stored)]
    return async (within) => {
      await judge(within)
      await settle(within)
    }
  })
}
async function lookAtAll(plantId: number) {
  await lookAgain(test.db, nowMs)
  await alignStarts(test.db)
  await moveClock(test.db, nowMs)
  const now = await readPlantNow(test.db, plantId)
  const { rows } = await test.db.pool.query('select rule, opened_at from alarms where plant_id = $1', [plantId])
  return [now?.status, now?.reason?.sinceMs, ...rows.map(({ rule, opened_at }) => [rule, opened_at.getTime()])]
}

it('a backlog of zeros in the sun is a fault of the plant, since its first', async () => {
  const device = await addInverter()
  await sendBacklog(device, -4, -2, { acPowerW: 3_000 })
  await sendBacklog(device, -1, 4, { acPowerW: 0 })
  expect(await lookAtAll(device.plantId)).toEqual(['fault', at(-1), ['zeroPower', at(-1)]])
  expect(await alignStarts(test.db)).toBe(0)
  // It runs again: nothing is left.
  nowMs = at(4.2)
  await sendBacklog(device, 4.1, 4.2, { acPowerW: 2_000 })
  expect((await lookAtAll(device.plantId))[0]).toBe('well')
  nowMs = at(4)
})

it('history that comes later moves the start of status, alarm and loss', async () => {
  const device = await addInverter()
  const { plantId } = device
  await sendBacklog(device, 1, 4, { acPowerW: 0, inverterState: 0x1031 })
  expect(await lookAtAll(plantId)).toEqual(['fault', at(1), ['deviceFault', at(1)]])
  await test.db.pool.query(
    `insert into alarm_plants (plant_id, seen_day) values ($1, '2026-06-14')
     on conflict (plant_id) do update set seen_day = excluded.seen_day`,
    [plantId],
  )
  await sendBacklog(device, -48, 0.9, { acPowerW: 0, inverterState: 0x1031 })
  await lookAgain(test.db, nowMs)
  expect(await lookAtAll(plantId)).toEqual(['fault', at(-48), ['deviceFault', at(-48)]])
  const { rows } = await test.db.pool.query('select seen_day from alarm_plants where plant_id = $1', [plantId])
  expect(rows).toEqual([{ seen_day: null }])
  expect(nowMs - at(-48)).toBeGreaterThan(2 * DAY_MS)
})
