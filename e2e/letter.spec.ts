import { expect, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, watchPage } from './checks.ts'
import { addPlant, enterAsFirstAdmin, post } from './first-admin.ts'
import { type Running, startServer } from './running.ts'

const DAY_MS = 86_400_000

test.describe('the letter of a month', () => {
  let server: Running
  test.beforeAll(async () => {
    server = await startServer()
  })
  test.afterAll(async () => {
    await server.stop()
  })

  test('is read, printed on one sheet, and compared with a bill', async ({ page }) => {
    test.setTimeout(120_000)
    const watch = watchPage(page)
    await enterAsFirstAdmin(page, server)
    const id = await addPlant(page, 'Lindenhof', { mergeElectricPrice: 0.3 })
    // Two months of midnights: each day makes 20 kWh, feeds in 12 and purchases 6.
    const now = Date.now()
    const readings = Array.from({ length: 70 }, (_, at) => ({
      at: now - (70 - at) * DAY_MS,
      values: {
        generationTotalWh: 1_000_000 + at * 20_000,
        gridExportTotalWh: 500_000 + at * 12_000,
        gridImportTotalWh: 200_000 + at * 6_000,
      },
    }))
    await post(page, `/maintain-s/station/${id}/readings`, {
      devices: [{ serial: 'LETTER-1', type: 'INVERTER', readings }],
    })

    await page.goto(`${server.url}/plant/infos/data?id=${id}`)
    await page.getByRole('link', { name: 'Analysis', exact: true }).click()
    await page.getByRole('link', { name: 'Letter', exact: true }).click()
    const letter = page.getByRole('article', { name: /^Letter of / })
    await expect(letter.getByText(/this plant made/)).toBeVisible()
    await expect(letter.getByText('Purchased from the grid')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page[^s]/g)
    expect(sheets).toHaveLength(1)

    // No factor and no other days of a month of 28 to 31 days, which purchases 168 to 186 kWh.
    await page.getByLabel('Purchased', { exact: false }).first().fill('437')
    await page.getByRole('button', { name: 'Compare' }).click()
    await expect(page.getByText(/are not explained/)).toBeVisible()
    await expect(page.getByRole('table')).toContainText('437 kWh')
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Delete the bill/ }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByRole('table')).toHaveCount(0)
    expect(watch.faults).toEqual([])
  })
})
