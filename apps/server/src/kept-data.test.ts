import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { readKeptData } from './kept-data.ts'
import { createTestApp, type TestApp } from './testing/app.ts'
import { inject } from './testing/call.ts'

const env = {
  KEEP_AUDIT_DAYS: '30',
  KEEP_SAMPLE_DAYS: '800',
  KEEP_JUDGED_DAYS: '0',
  KEEP_FORECAST_DAYS: '90',
  WEATHER_PROVIDER: 'open-meteo',
}
let test: TestApp
beforeAll(async () => {
  test = await createTestApp(0, { services: { keptData: readKeptData(readConfig(env)) } })
})
afterAll(() => test.close())

it('a visitor reads how long this server keeps what, by its own settings', async () => {
  const reply = await inject(test.app, 'GET /user-s/acc/kept-data')
  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    {
      sessionDays: 1,
      longSessionDays: 15,
      longestSessionDays: 90,
      signInDays: 180,
      browserDays: 400,
      securityEventDays: 90,
      auditDays: 30,
      loggerClaimDays: 30,
      messageDays: 180,
      creditEntryDays: 1_096,
      accountExportDays: 7,
      deletedPlantDays: 30,
      sampleDays: 800,
      hourDays: null,
      judgedDays: null,
      forecastDays: 90,
      asksWeather: true,
    },
  ])
})

it('without settings readings stay, and no weather service is asked', () => {
  expect(readKeptData(readConfig({}))).toMatchObject({
    auditDays: 730,
    sampleDays: null,
    hourDays: null,
    judgedDays: 3_660,
    forecastDays: 400,
    asksWeather: false,
  })
})
