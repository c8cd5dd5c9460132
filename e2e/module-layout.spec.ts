import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, watchPage } from './checks.ts'
import { addPlant, enterAsFirstAdmin, post } from './first-admin.ts'
import { type Running, startServer } from './running.ts'

/** The first administrator with a plant of four micro-inverters; input 2 of the last one delivers nothing. */
async function openPlant(page: Page, server: Running): Promise<number> {
  await enterAsFirstAdmin(page, server)
  // Where it is noon: the day must have begun some hours ago.
  const hours = 12 - new Date().getUTCHours()
  const id = await addPlant(page, 'Shed', {
    installedCapacity: 3.2,
    locationLat: 10,
    locationLng: hours * 15,
    regionTimezone: hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`,
  })
  const lastMs = Math.floor(Date.now() / 60_000) * 60_000
  await post(page, `/maintain-s/station/${id}/readings`, {
    devices: Array.from({ length: 4 }, (_, device) => ({
      serial: `MICRO${device + 1}`,
      type: 'MICRO_INVERTER',
      readings: Array.from({ length: 25 }, (_, back) => ({
        at: lastMs - back * 300_000,
        values: { pv1PowerW: 300 + device, pv2PowerW: device === 3 ? 0 : 302, acPowerW: 600 },
      })),
    })),
  })
  return id
}

test.describe('the layout of modules', () => {
  let server: Running
  test.beforeAll(async () => {
    server = await startServer()
  })
  test.afterAll(() => server.stop())

  test('a group is drawn, filled, undone and seen', async ({ page }) => {
    test.setTimeout(90_000)
    const watch = watchPage(page)
    const id = await openPlant(page, server)
    await page.goto(`${server.url}/plant/infos/component-layout?id=${id}`)
    await page.getByRole('link', { name: 'Draw the layout' }).click()
    // A prompt that opens meanwhile takes what is typed.
    await expect(async () => {
      await page.getByLabel('Rows').fill('2')
      await page.getByLabel('Columns').fill('4')
      await page.getByRole('button', { name: 'Add 8 modules' }).click({ timeout: 2_000 })
    }).toPass()
    await expect(page.getByRole('heading', { name: '8 free devices' })).toBeVisible()

    // All of them by the pointer, then one module by the keyboard.
    await page.getByRole('button', { name: 'Choose its modules' }).click()
    await page.getByRole('button', { name: 'Fill with free devices' }).click()
    await expect(page.getByText('Every device has its module.')).toBeVisible()
    const canvas = page.getByRole('application', { name: /Plan with 8 modules/ })
    await canvas.press('Escape')
    await canvas.press('Control+ArrowRight')
    await canvas.press('Delete')
    await expect(page.getByRole('application', { name: /Plan with 7 modules/ })).toBeVisible()
    await page.getByRole('application').press('Control+z')
    await expect(canvas).toBeVisible()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Done' }).click()
    await expect(page.getByText(/1 module needs a look of 8: 1 dead/)).toBeVisible()
    await canvas.press('ArrowRight')
    await expect(page.getByRole('link', { name: 'Open the device' })).toBeVisible()
    await page.reload()
    await expect(canvas).toBeVisible()
    await page.getByRole('link', { name: 'State', exact: true }).click()
    await page.setViewportSize({ width: 390, height: 800 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'As a table' }).click()
    await expect(page.getByRole('cell', { name: 'dead' })).toBeVisible()
    expect(watch.faults).toEqual([])
  })
})
