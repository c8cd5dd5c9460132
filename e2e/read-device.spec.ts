import { plantRecord } from '@heliograph/contract/codecs/plant-record.ts'
import { usualPlantParts } from '@heliograph/domain/plant-record.ts'
import { expect, test } from '@playwright/test'
import { signIn } from '../apps/simulator/src/platform.ts'
import type { Served } from '../apps/simulator/src/sites/home.ts'
import { links } from '../apps/simulator/src/sites/links.ts'
import { openHome } from '../apps/simulator/src/testing/open-home.ts'
import { enterDemo } from './demo/enter.ts'
import { demoAccount, type Running, startServer } from './running.ts'

test.describe('a device that this server reads', () => {
  let server: Running
  let device: Served
  const house = openHome('sunspec', 7)
  // The sun of a day in March shines at any hour of the night.
  const { powers } = house.turn(house.untilMs - 12 * 3_600_000)

  test.beforeAll(async () => {
    device = await links.sunspec.open(0, house.home)
    server = await startServer({
      HELIOGRAPH_DEMO_ACCOUNT: demoAccount.account,
      HELIOGRAPH_DEMO_PASSWORD: demoAccount.password,
      DEVICE_LOOPBACK_PORTS: String(device.port),
    })
  })
  test.afterAll(async () => {
    await server.stop()
    await device.stop()
  })

  test('is found at its address, added with its meter, and shows its values', async ({ page }) => {
    const platform = await signIn(server.url, demoAccount.account, demoAccount.password)
    const { id } = await platform.call('POST /maintain-s/station', {
      body: plantRecord.toWire({
        ...usualPlantParts,
        name: 'Farmhouse',
        type: 'HOUSE_ROOF',
        gridType: 'EXCESS',
        capacityWp: 9_600,
        latitudeDeg: 48,
        longitudeDeg: 11,
        zone: 'Europe/Berlin',
        currency: 'EUR',
      }),
    })
    await enterDemo(page, server.url, `/plant/infos/device?id=${id}`)
    await page.getByRole('link', { name: 'Add device' }).first().click()
    await page.getByRole('link', { name: /An inverter, battery or meter in my network/ }).click()
    await page.getByLabel('Address', { exact: true }).fill('127.0.0.1')
    await page.getByLabel('Port', { exact: true }).fill(String(device.port))
    await page.getByRole('button', { name: 'Find devices' }).click()
    await expect(page.getByText('2 devices answer')).toBeVisible()
    await page.getByRole('button', { name: 'Add 2 devices' }).click()
    await expect(page.getByText(`Serial number ${house.serial}`, { exact: true })).toBeVisible()
    const acKw = ((powers.inverters[0]?.acW ?? 0) / 1_000).toFixed(2)
    await expect(page.getByText(`${acKw} kW`).first()).toBeVisible()
    // A plant whose devices are read has no missing logger.
    await page.goto(`${server.url}/plant/infos/data?id=${id}`)
    await expect(page.getByText(/^Loggers online: 1 of 1/)).toBeVisible()
    await expect(page.getByText('No logger yet')).toHaveCount(0)
  })
})
