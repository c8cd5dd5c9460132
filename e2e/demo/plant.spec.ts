import { expect, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, signOut, watchPage } from '../checks.ts'
import { demoAccount } from '../running.ts'
import { useDemo } from '../shared-demo.ts'
import { enterDemo } from './enter.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]

// A plant and its devices, looked at.
test.describe('a plant of the fleet', () => {
  const demo = useDemo()

  test.describe('with motion', () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } })

    test('signing in: wrong password, sign-in, way back, sign-out', async ({ page }) => {
      await page.goto(`${demo().url}/plant/infos/device?id=3`)
      await page.waitForURL(/\/login/)
      await expectAccessible(page)
      await page.getByLabel('Account', { exact: true }).fill('demo')
      await page.getByLabel('Password', { exact: true }).fill('wrong')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'Wrong user name or password' })).toBeVisible()
      await page.getByLabel('Password', { exact: true }).fill(demoAccount.password)
      await page.keyboard.press('Enter')
      // Back to the requested page.
      await page.waitForURL(/\/plant\/infos\/device\?.*id=3/)
      await signOut(page)
      await page.goto(`${demo().url}/plant/infos/data?id=3`)
      await page.waitForURL(/\/login/)
      // The way back never leads to another site.
      await page.goto(`${demo().url}/login?back=https://example.org/`)
      await page.getByLabel('Account', { exact: true }).fill(demoAccount.account)
      await page.getByLabel('Password', { exact: true }).fill(demoAccount.password)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${demo().url}/plant/**`)
    })
  })

  for (const size of sizes)
    for (const colorScheme of ['light', 'dark'] as const)
      test(`the plant page at ${size.width} px, ${colorScheme}`, async ({ browser }) => {
        // In the light with all that moves.
        const reducedMotion = colorScheme === 'light' ? 'no-preference' : 'reduce'
        const context = await browser.newContext({ viewport: size, colorScheme, reducedMotion, locale: 'en-GB' })
        const page = await context.newPage()
        const watch = watchPage(page)
        await enterDemo(page, demo().url)
        await page.goto(`${demo().url}/plant/infos/data?id=15`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lindenhof roof')
        await expect(page.locator('canvas').first()).toBeVisible()
        await expectNoSidewaysScroll(page)
        expect(watch.faults).toEqual([])
        await context.close()
      })

  test('the displayed values are those of the calls, and both sides add up', async ({ page }) => {
    await enterDemo(page, demo().url)
    const system = await (await page.request.get(`${demo().url}/maintain-s/operating/system/15`)).json()
    for (const figures of [system.day, system.month, system.total]) {
      expect(figures.genForUse + figures.genForCharge + figures.genForGrid).toBeCloseTo(figures.generationValue, 6)
      const use = figures.useFromGen + figures.useFromBuy + figures.useFromDischarge + (figures.useFromGenerator ?? 0)
      expect(use).toBeCloseTo(figures.useValue, 6)
    }
    // The devices' own counter and our sum agree within one step of the counter: 1 kWh.
    const since = system.total.generationValue
    expect(Math.abs(system.counterTotal - since)).toBeLessThanOrEqual(1.1)
  })

  test('the day curve: stepping days by keyboard and URL, series, table', async ({ page }) => {
    const watch = watchPage(page)
    await enterDemo(page, demo().url)
    await page.goto(`${demo().url}/plant/infos/data?id=15`)
    await expect(page.locator('canvas').first()).toBeVisible()
    await page.locator('body').press('ArrowLeft')
    await expect(page).toHaveURL(/date=\d{4}-\d{2}-\d{2}/)
    const before = new URL(page.url()).searchParams.get('date') ?? ''
    await page.locator('body').press('ArrowLeft')
    await expect(page).not.toHaveURL(new RegExp(`date=${before}`))
    await page.getByRole('button', { name: /table/i }).first().click()
    await expect(page.getByRole('table').first()).toBeVisible()
    expect(await page.getByRole('table').first().getByRole('row').count()).toBeGreaterThan(50)
    await expectAccessible(page)
    expect(watch.faults).toEqual([])
  })

  test('statistics by month, year and total', async ({ page }) => {
    await enterDemo(page, demo().url)
    for (const view of ['month', 'year', 'total']) {
      await page.goto(`${demo().url}/plant/infos/data?id=15&view=${view}`)
      await expect(page.locator('canvas').first()).toBeVisible()
      await expectNoSidewaysScroll(page)
    }
  })

  test('devices: types, list, detail, history of several points', async ({ page }) => {
    const watch = watchPage(page)
    await enterDemo(page, demo().url)
    await page.goto(`${demo().url}/plant/infos/device?id=4`)
    // Sixteen inverters behind four loggers, one of them not producing.
    await expect(page.getByText(/SIM0/).first()).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('link', { name: /SIM0/ }).first().click()
    await page.waitForURL(/\/device-detail\?.*deviceId=\d+/)
    await expect(page.locator('canvas').first()).toBeVisible()
    await expectAccessible(page)
    expect(watch.faults).toEqual([])
  })

  test('a device: energy as bars, state below the day, its siblings beside it', async ({ page }) => {
    const watch = watchPage(page)
    await enterDemo(page, demo().url)
    await page.goto(`${demo().url}/plant/infos/device?id=4`)
    await page.getByRole('link', { name: /SIM0/ }).first().click()
    await page.waitForURL(/\/device-detail\?.*deviceId=\d+/)
    // The worst device comes first: its fault is named below the curve of a whole day.
    await page.getByRole('button', { name: 'Previous period' }).click()
    const band = page.getByRole('list', { name: 'State', exact: true })
    await expect(band).toBeVisible()
    await expect(band.getByText(/^Fault: /).first()).toBeAttached()
    const views = page.getByRole('navigation', { name: 'Period' })
    await views.getByRole('link', { name: 'Month' }).click()
    await expect(page).toHaveURL(/period=month/)
    await expect(page.getByText('Bars: increase per day.')).toBeVisible()
    await views.getByRole('link', { name: 'Day' }).click()

    // Beside the first of its siblings, on the page of comparisons.
    await page.getByRole('button', { name: 'Compare with' }).click()
    await page.getByRole('menuitem').first().click()
    await page.waitForURL(/\/explorer\?/)
    await expect(page.locator('canvas').first()).toBeVisible()
    await expectAccessible(page)
    await page.goBack()

    const looks = page.getByRole('navigation', { name: 'View' })
    await looks.getByRole('link', { name: 'Heat map' }).click()
    const heat = page.getByRole('table', { name: /PV power/ })
    await expect(heat.getByRole('row')).toHaveCount(17)
    await page.getByLabel('Value', { exact: true }).selectOption({ label: 'All strings: power' })
    await expect(page.getByRole('table', { name: /All strings: power/ }).getByRole('row')).toHaveCount(33)
    await expectAccessible(page)
    // The address holds it all.
    await page.reload()
    await expect(page.getByRole('table', { name: /All strings: power/ }).getByRole('row')).toHaveCount(33)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await expect(
      page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Devices' }),
    ).toBeVisible()
    expect(watch.faults).toEqual([])
  })

  test('the three languages on every screen, without a missing text', async ({ browser }) => {
    for (const [locale, word] of [
      ['zh-CN', '设备'],
      ['de-DE', 'Geräte'],
    ] as const) {
      const context = await browser.newContext({ locale, viewport: { width: 1440, height: 900 } })
      const page = await context.newPage()
      const watch = watchPage(page)
      await enterDemo(page, demo().url)
      for (const path of ['/plant/infos/data?id=15', '/plant/infos/device?id=15', '/plant/create']) {
        await page.goto(demo().url + path)
        await expect(page.getByRole('heading').first()).toBeVisible()
        await expectNoSidewaysScroll(page)
      }
      await page.goto(`${demo().url}/plant/infos/device?id=15`)
      await expect(page.getByText(word).first()).toBeVisible()
      expect(watch.faults).toEqual([])
      await context.close()
    }
  })

  test('no access without a session, and nothing to see for a stranger', async ({ request }) => {
    expect((await request.get(`${demo().url}/maintain-s/station/15`)).status()).toBe(401)
    expect((await request.get(`${demo().url}/maintain-s/live/station/15`)).status()).toBe(401)
    const openApi = await (await request.get(`${demo().url}/openapi.json`)).json()
    expect(openApi.openapi).toMatch(/^3\.1/)
    expect((await request.get(`${demo().url}/api-docs`)).ok()).toBe(true)
  })
})
