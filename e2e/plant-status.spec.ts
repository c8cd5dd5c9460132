import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, takePicture, watchPage } from './checks.ts'
import { addPlant, enterAsFirstAdmin, post } from './first-admin.ts'
import { type Running, startServer } from './running.ts'

const MINUTE_MS = 60_000

/** A plant whose inverter's readings a program posts, the last of them now. */
async function addReadPlant(page: Page, name: string, values: readonly Readonly<Record<string, number>>[]) {
  const id = await addPlant(page, name)
  const nowMs = Date.now()
  const readings = values.map((value, at) => ({ at: nowMs - (values.length - 1 - at) * 5 * MINUTE_MS, values: value }))
  const devices = [{ serial: `${name}-INV`, name: `${name} inverter`, type: 'INVERTER', readings }]
  await post(page, `/maintain-s/station/${id}/readings`, { devices })
  return id
}

test.describe('status and refused counter jumps', () => {
  let server: Running
  test.beforeAll(async () => {
    server = await startServer()
  })
  test.afterAll(async () => {
    await server.stop()
  })

  test('chips filter, a badge leads to its reason, a jump is decided, a day is picked', async ({ page }) => {
    test.setTimeout(90_000)
    const watch = watchPage(page)
    await enterAsFirstAdmin(page, server)

    const total = (wh: number) => ({ acPowerW: 2_400, generationTotalWh: wh })
    // 500 kWh within five minutes. A jump is judged once three readings in a row go on from it.
    const jumping = [8_000_000, 8_000_200, 8_500_200, 8_500_400, 8_500_600, 8_500_800].map(total)
    const lindenhof = await addReadPlant(page, 'Lindenhof', jumping)
    await addReadPlant(page, 'Barn', [{ acPowerW: 0, generationTotalWh: 4_000_000, faultCode1: 23 }])

    // A chip narrows the list, and is taken back by the same press.
    await page.goto(`${server.url}/plant/infos/data?id=${lindenhof}`)
    const chips = page.getByRole('list', { name: 'Plants by status' })
    const list = page.getByRole('navigation').filter({ has: page.getByRole('link', { name: /Barn/ }) })
    const cards = list.getByRole('listitem')
    await expect(cards).toHaveCount(2)
    await chips.getByRole('link', { name: /^Fault 1/ }).click()
    await expect(page).toHaveURL(/status=fault/)
    await expect(cards).toHaveCount(1)
    await expect(list.getByRole('link', { name: /Barn/ })).toBeVisible()
    await expectAccessible(page)
    await chips.getByRole('link', { name: /^Fault 1/ }).click()
    await expect(cards).toHaveCount(2)

    // The badge of the header leads to the one device that is its reason.
    await list.getByRole('link', { name: /Barn/ }).click()
    await page.getByRole('link', { name: /^Fault, .*: show Barn inverter$/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Barn inverter' })).toBeVisible()
    await expect(page.getByText('Fault', { exact: true }).first()).toBeVisible()

    // The notice leads to the jump: it is discarded, opened again and accepted.
    await page.goto(`${server.url}/plant/infos/data?id=${lindenhof}`)
    await page.getByRole('link', { name: 'Review' }).click()
    const card = page.locator('#refused')
    await expect(card).toBeInViewport()
    const jump = '500.00 kWh of Lindenhof inverter'
    await expectAccessible(page)
    await card.getByRole('button', { name: `Discard ${jump}` }).click()
    await expect(card.getByText('No open values')).toBeVisible()
    await card.getByRole('button', { name: /^1 / }).click()
    await card.getByRole('button', { name: `Reopen ${jump}` }).click()
    await card.getByRole('button', { name: `Accept ${jump}` }).click()
    await expect(card.getByText('No open values')).toBeVisible()
    // What was accepted counts.
    await page.goto(`${server.url}/plant/infos/data?id=${lindenhof}`)
    await expect(page.getByText('500.80').first()).toBeVisible()

    // The calendar opens below its date, is read aloud, and takes a day by keys.
    await page.getByRole('button', { name: /, choose another$/ }).click()
    await expect(page.getByRole('grid')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/date=\d{4}-\d\d-\d\d/)

    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.getByRole('button', { name: /, choose another$/ }).click()
      await expect(page.getByRole('grid')).toBeInViewport({ ratio: 1 })
      await expectNoSidewaysScroll(page)
      await takePicture(page, `calendar-${width}`)
      await page.keyboard.press('Escape')
    }
    expect(watch.faults).toEqual([])
  })
})
