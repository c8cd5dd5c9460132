import { readFileSync } from 'node:fs'
import { plantRecord } from '@heliograph/contract/codecs/plant-record.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import { usualPlantParts } from '@heliograph/domain/plant-record.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { expect, test } from '@playwright/test'
import { signIn } from '../apps/simulator/src/platform.ts'
import { enterDemo } from './demo/enter.ts'
import { demoAccount, type Running, startServer } from './running.ts'

const ZONE = 'Europe/Berlin'
const NIGHT = new URL('../apps/server/src/http/routes/fixtures/posted/hybrid-night.json', import.meta.url)

type Reading = Readonly<{ at: string; values: Readonly<Record<string, number>> }>
type Device = Readonly<{ serial: string; type: 'INVERTER'; readings: Reading[] }>

/** A night on the battery, moved to the last night that is over. */
function readNight(nowMs: number): readonly Device[][] {
  const { posts } = JSON.parse(readFileSync(NIGHT, 'utf8')) as { posts: Device[][] }
  const instants = posts.flat().flatMap(({ readings }) => readings.map(({ at }) => Date.parse(at)))
  const moveMs = Math.floor((nowMs - Math.max(...instants)) / DAY_MS) * DAY_MS
  return posts.map((devices) =>
    devices.map((device) => ({
      ...device,
      readings: device.readings.map((reading) => ({
        ...reading,
        at: new Date(Date.parse(reading.at) + moveMs).toISOString(),
      })),
    })),
  )
}

test.describe('a hybrid whose lifetime counter holds battery energy', () => {
  let server: Running
  test.beforeAll(async () => {
    server = await startServer({
      HELIOGRAPH_DEMO_ACCOUNT: demoAccount.account,
      HELIOGRAPH_DEMO_PASSWORD: demoAccount.password,
    })
  })
  test.afterAll(() => server.stop())

  test('is found by its nights, and set by one press', async ({ page }) => {
    const platform = await signIn(server.url, demoAccount.account, demoAccount.password)
    const { id } = await platform.call('POST /maintain-s/station', {
      body: plantRecord.toWire({
        ...usualPlantParts,
        name: 'Night house',
        type: 'HOUSE_ROOF',
        gridType: 'BATTERY_BACKUP',
        capacityWp: 10_000,
        latitudeDeg: 52,
        longitudeDeg: 13,
        zone: ZONE,
        currency: 'EUR',
      }),
    })
    const nowMs = Date.now()
    const posts = readNight(nowMs)
    for (const devices of posts)
      await platform.call('POST /maintain-s/station/{id}/readings', {
        params: { id },
        body: { source: 'readings', devices },
      })
    const newest = Math.max(...posts.flat().flatMap(({ readings }) => readings.map(({ at }) => Date.parse(at))))
    const ofMorning = async () => {
      const { statistics } = await platform.call('GET /maintain-s/history/power/{id}/stats/{type}', {
        params: { id, type: 'daily' },
        query: { date: localDate(newest, ZONE) },
      })
      return { made: statistics.generationValue, used: Math.round((statistics.useValue ?? 0) * 10) / 10 }
    }
    expect(await ofMorning()).toEqual({ made: 0, used: 3.7 })

    await enterDemo(page, server.url, `/plant/infos/data?id=${id}`)
    const finding = page.getByText(/HYB-1: the lifetime counter .* rises without sun while the battery discharges/)
    await expect(finding).toBeVisible()
    await page.getByRole('button', { name: 'Apply to the whole history' }).click()
    await expect(finding).toHaveCount(0)
    await expect
      .poll(async () => (await platform.call('GET /maintain-s/station/{id}/recount', { params: { id } })).state)
      .toBe('done')
    expect(await ofMorning()).toEqual({ made: 0, used: 3.7 })

    await page.goto(`${server.url}/plant/infos/device?id=${id}`)
    await page.getByRole('link', { name: /HYB-1/ }).first().click()
    await expect(page.getByText('AC output with battery, set by hand')).toBeVisible()
    await page.getByRole('button', { name: 'What the lifetime counter measures' }).click()
    const choice = page.getByRole('dialog', { name: 'What the lifetime counter measures' })
    await expect(choice.getByRole('radio')).toHaveCount(3)
    await choice.getByText('Unknown', { exact: true }).click()
    await choice.getByRole('button', { name: 'Save' }).click()
    // The nights say it again, which is a finding once more.
    await expect(page.getByText('AC output with battery, as its nights show')).toBeVisible()
  })
})
