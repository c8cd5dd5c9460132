import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, takePicture, watchPage } from './checks.ts'
import { addLogger, addPlant, enterAsFirstAdmin } from './first-admin.ts'
import { type Running, startServer } from './running.ts'
import { atNoon, connectStick } from './stick.ts'

const SERIAL = 1_790_123_456
const ELSEWHERE = '127.66.6.6'

/** The first administrator with a plant of 9.84 kWp and a registered logger; the number of the plant. */
async function openPlant(page: Page, server: Running): Promise<number> {
  await enterAsFirstAdmin(page, server)
  const id = await addPlant(page, 'Lindenhof')
  await addLogger(page, id, SERIAL)
  return id
}

/** Both widths and both themes. */
async function expectWellMade(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1440, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await takePicture(page, `panels-${Date.now()}-${width}`)
  }
}

async function openAddresses(page: Page): Promise<void> {
  await page.getByRole('button', { name: `More for ${SERIAL}` }).click()
  await page.getByRole('menuitem', { name: /^Addresses of/ }).click()
}

test.describe('what a logger sends is judged by its owner', () => {
  let server: Running
  test.beforeAll(async () => {
    server = await startServer()
  })
  test.afterAll(async () => {
    await server.stop()
  })

  test('unproven records, an inverter too large, a take-back', async ({ page }) => {
    // A busy machine: axe alone takes seconds each time.
    test.setTimeout(240_000)
    const watch = watchPage(page)
    const id = await openPlant(page, server)
    const stick = connectStick(server.loggerPort, SERIAL, 'DESK000001')
    const forger = connectStick(server.loggerPort, SERIAL, 'DESK000001', 'sofar-2708', {
      from: ELSEWHERE,
      bootBaseS: 7_000_000,
    })
    stick.logger.powerOn()
    await stick.say(atNoon(4_200, 12_000))

    await test.step('records of a sender without the clocks of the logger are discarded', async () => {
      forger.logger.powerOn()
      await forger.say(atNoon(9_000, 90_000))
      await page.goto(`${server.url}/plant/infos/detail/devices?id=${id}`)
      await expect(page.getByText('1 unproven record')).toBeVisible()
      await expect(page.getByText(new RegExp(`From ${ELSEWHERE}`))).toBeVisible()
      await expectWellMade(page)
      await page.getByRole('button', { name: 'Discard', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Discard these records?' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
      await expect(page.getByText('1 unproven record')).toHaveCount(0)
    })

    await test.step('accepted ones count, and their sender is known from now on', async () => {
      await forger.say(atNoon(9_000, 90_100))
      await page.reload()
      await expect(page.getByText('1 unproven record')).toBeVisible()
      await page.getByRole('button', { name: 'Accept', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
      await expect(page.getByText('1 unproven record')).toHaveCount(0)
      await forger.say(atNoon(9_000, 90_200))
      await page.reload()
      await expect(page.getByRole('button', { name: `More for ${SERIAL}` })).toBeVisible()
      await expect(page.getByText(/unproven record/)).toHaveCount(0)
    })

    await test.step('all of an address is taken back after a preview, and put back', async () => {
      forger.logger.stop()
      await openAddresses(page)
      await page.getByRole('button', { name: `Take back records from ${ELSEWHERE}` }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(/^2 records of 1 day/)).toBeVisible()
      await expectAccessible(page)
      await dialog.getByLabel('Time').fill('23:59')
      await expect(dialog.getByText('Nothing came from there since then.')).toBeVisible()
      await expect(dialog.getByRole('button', { name: 'Take back' })).toBeDisabled()
      await dialog.getByLabel('Time').fill('00:00')
      await dialog.getByRole('button', { name: 'Take back' }).click()
      await openAddresses(page)
      await expect(page.getByText(new RegExp(`^Taken back: ${ELSEWHERE} since .*, 2 records`))).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: `Put back records from ${ELSEWHERE}` }).click()
      await expect(page.getByText(new RegExp(`^Put back: ${ELSEWHERE}`))).toBeVisible()
      await page.keyboard.press('Escape')
    })

    await test.step('inverters beyond the rating wait until they are confirmed or discarded', async () => {
      await stick.say(atNoon(30_000, 500), undefined, 'BIG0000001')
      await stick.say(atNoon(30_000, 500), undefined, 'BIG0000002')
      await page.goto(`${server.url}/plant/infos/device?id=${id}`)
      const panel = page.getByRole('region', { name: 'Waiting for your confirmation' })
      await expect(panel.getByRole('link')).toHaveCount(2)
      await expectWellMade(page)
      await panel.getByRole('button', { name: /^Confirm .*BIG0000001/ }).click()
      await expect(panel.getByRole('link')).toHaveCount(1)
      await panel.getByRole('button', { name: /^Discard .*BIG0000002/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
      await expect(panel).toHaveCount(0)
      const standings = await page.evaluate(async (plant) => {
        const reply = await fetch(`/maintain-s/power/system/${plant}/device`)
        const { data } = (await reply.json()) as { data: { serial: string; standing: string }[] }
        return Object.fromEntries(data.map(({ serial, standing }) => [serial, standing]))
      }, id)
      expect(standings).toMatchObject({ BIG0000001: 'counted', BIG0000002: 'discarded' })
    })
    stick.logger.stop()
    expect(watch.faults).toEqual([])
  })
})
