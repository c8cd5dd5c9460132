import { expect, type Page, test } from '@playwright/test'
import { withoutFirstAnswers } from '../bare-documents.ts'
import { expectNoSidewaysScroll } from '../checks.ts'
import { useDemo } from '../shared-demo.ts'
import { enterDemo } from './enter.ts'

const DATA = '/plant/infos/data?id=15'

/** By how much each chart is wider than the room that its card has for it. */
const overhangs = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main canvas')].map((canvas) => {
      const room = canvas.closest('[data-part~="card"]')?.getBoundingClientRect().right ?? 0
      return Math.max(0, Math.round(canvas.getBoundingClientRect().right - room))
    }),
  )

test.describe('charts and paper', () => {
  const demo = useDemo()

  test('charts are as wide as their cards after steps between periods', async ({ page }) => {
    await enterDemo(page, demo().url, DATA)
    await expect(page.locator('main canvas')).toHaveCount(2)
    await page.getByRole('link', { name: 'Month', exact: true }).click()
    await page.waitForURL(/view=month/)
    await page.goBack()
    await page.goForward()
    await expect(page.locator('main canvas')).toHaveCount(2)
    await expect.poll(() => overhangs(page)).toEqual([0, 0])
    // The window becomes narrow: at no moment is a chart wider than its card lets it be seen.
    await page.setViewportSize({ width: 800, height: 900 })
    await expectNoSidewaysScroll(page)
    await expect.poll(() => overhangs(page)).toEqual([0, 0])
  })

  test('on paper a plant has its charts whole, its colors, and no controls', async ({ page }) => {
    await enterDemo(page, demo().url, DATA)
    const charts = page.locator('main canvas')
    await expect(charts).toHaveCount(2)
    const widths = () => charts.evaluateAll((all) => all.map((item) => (item as HTMLCanvasElement).width))
    const onScreen = await widths()
    // What the browser does before and after it prints.
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    expect(await widths()).toEqual([676, 676])
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 718, height: 1000 })
    await expect.poll(() => overhangs(page)).toEqual([0, 0])
    await expectNoSidewaysScroll(page)
    for (const control of ['Skip to content', 'Table', 'Previous period', 'Previous day'])
      await expect(page.getByText(control, { exact: true }).filter({ visible: true })).toHaveCount(0)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: 'Lindenhof roof' })).toBeVisible()
    // The legend of the curve: what it shows, nothing to press for more.
    await expect(page.locator('[aria-pressed="false"]').filter({ visible: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Production', pressed: true })).toBeVisible()
    const adjust = await page.evaluate(
      () => getComputedStyle(document.querySelector('main') as Element).printColorAdjust,
    )
    expect(adjust).toBe('exact')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect.poll(widths).toEqual(onScreen)
  })

  test('where no call is answered, one banner says so with one retry', async ({ page }) => {
    await enterDemo(page, demo().url)
    let isAway = true
    await withoutFirstAnswers(page)
    const isKnown = /login-user|brand|preferences/
    await page.route(
      ({ pathname }) => /^\/[a-z-]+-s\//.test(pathname) && !isKnown.test(pathname),
      (route) => (isAway ? route.fulfill({ status: 500, json: { code: 'SERVER_FAILURE', no: 16 } }) : route.continue()),
    )
    await page.goto(`${demo().url}/alarms`)
    await expect(page.getByText('The server cannot be reached right now.', { exact: false })).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(1)
    isAway = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('region', { name: 'List of alarms' })).toBeVisible()
    await expect(page.getByText('The server cannot be reached right now.', { exact: false })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  })
})
