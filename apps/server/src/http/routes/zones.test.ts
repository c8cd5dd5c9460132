import { afterAll, beforeAll, expect, it } from 'vitest'
import { addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp(Date.parse('2026-10-25T00:30:00Z'))
})
afterAll(() => test.close())

it('lists every time zone with its offset of now', async () => {
  const { token } = await addTestUser(test, 'mira')
  const ask = async () => (await inject(test.app, 'GET /region-s/dict/listTimezone/all', {}, bearer(token))).json()
  const { total, data } = await ask()
  expect([total, total > 400]).toEqual([data.length, true])
  const offsetOf = (rows: { key: string; offset: number }[], key: string) => rows.find((row) => row.key === key)?.offset
  expect([offsetOf(data, 'Europe/Berlin'), offsetOf(data, 'America/St_Johns'), offsetOf(data, 'UTC')]).toEqual([
    120, -150, 0,
  ])
  // What a plant in India calls its zone must be among the choices.
  expect([offsetOf(data, 'Asia/Kolkata'), offsetOf(data, 'Asia/Calcutta')]).toEqual([330, undefined])
  test.clock.nowMs = Date.parse('2026-10-25T01:30:00Z')
  expect(offsetOf((await ask()).data, 'Europe/Berlin')).toBe(60)
})
