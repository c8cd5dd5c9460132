import { fileURLToPath } from 'node:url'
import { plantRecord } from '@heliograph/contract/codecs/plant-record.ts'
import { usualPlantParts } from '@heliograph/domain/plant-record.ts'
import { expect, test } from '@playwright/test'
import { signIn } from '../apps/simulator/src/platform.ts'
import { enterDemo } from './demo/enter.ts'
import { demoAccount, type Running, startServer } from './running.ts'

const makers = ['solarman-daily', 'isolarcloud-month', 'fusionsolar-plant', 'solaredge-chart', 'enphase-report']
const files = makers.map((name) =>
  fileURLToPath(new URL(`../apps/server/src/intake/imports/fixtures/makers/${name}.csv`, import.meta.url)),
)

test.describe('history from files', () => {
  let server: Running
  test.beforeAll(async () => {
    server = await startServer({
      HELIOGRAPH_DEMO_ACCOUNT: demoAccount.account,
      HELIOGRAPH_DEMO_PASSWORD: demoAccount.password,
    })
  })
  test.afterAll(() => server.stop())

  test('of five makers comes in at once, and is undone without a trace', async ({ page }) => {
    const platform = await signIn(server.url, demoAccount.account, demoAccount.password)
    const { id } = await platform.call('POST /maintain-s/station', {
      body: plantRecord.toWire({
        ...usualPlantParts,
        name: 'Five roofs',
        type: 'HOUSE_ROOF',
        gridType: 'BATTERY_BACKUP',
        capacityWp: 30_000,
        latitudeDeg: 52,
        longitudeDeg: 13,
        zone: 'Europe/Berlin',
        currency: 'EUR',
      }),
    })
    const made = async (): Promise<number | null> => {
      const { statistics } = await platform.call('GET /maintain-s/history/power/{id}/stats/{type}', {
        params: { id, type: 'month' },
        query: { date: '2026-06' },
      })
      return statistics.generationValue
    }
    expect(await made()).toBeNull()
    await enterDemo(page, server.url, `/plant/infos/import?id=${id}`)
    await page.locator('input[type=file]').setInputFiles(files)
    for (const maker of ['SOLARMAN', 'Sungrow iSolarCloud', 'Huawei FusionSolar', 'SolarEdge', 'Enphase'])
      await expect(page.getByText(new RegExp(`Recognized by its heading: ${maker},`))).toBeVisible()
    // The same days in five files: of one device, or of five.
    const start = page.getByRole('button', { name: 'Import', exact: true })
    await expect(page.getByText(/Please decide what is marked/)).toBeVisible()
    await expect(start).toBeDisabled()
    await page.getByRole('combobox', { name: /the files say different things/ }).selectOption('add')
    await expect(page.getByText('580.00 kWh').first()).toBeVisible()
    await start.click()
    const list = page.getByRole('region', { name: 'Imports' })
    await expect(list.getByText('solarman-daily.csv + 4')).toBeVisible()
    await expect(list.getByText('Imported', { exact: true })).toBeVisible()
    expect(await made()).toBeCloseTo(580, 1)
    // It is there after a reload, too.
    await page.reload()
    await list.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await expect(list.getByText('Nothing was imported yet.')).toBeVisible()
    await expect.poll(made).toBeNull()
  })
})
