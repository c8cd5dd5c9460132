import { expect, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, signIn, watchPage } from '../checks.ts'
import { demoAccount } from '../running.ts'
import { useDemo } from '../shared-demo.ts'
import { enterDemo } from './enter.ts'

// All plants of a person who has several.
test.describe('a fleet of plants', () => {
  const demo = useDemo()

  test('is the first screen: an answer, the worst first, a way to the plant and back', async ({ page }) => {
    const watch = watchPage(page)
    await signIn(page, demo().url, demoAccount.account, demoAccount.password)
    await page.waitForURL(/\/plant\/fleet$/)
    await expect(page.getByRole('heading', { level: 1, name: 'All plants' })).toBeVisible()
    await expect(page.getByText(/^1[0-4] of 15 plants are operating normally\.$/)).toBeVisible()
    await expect(page.getByRole('main').getByText(/Sierra Norte solar field: Fault · 1 of 16 inverters/)).toBeVisible()
    const rows = page.getByRole('table').getByRole('row')
    await expect(rows).toHaveCount(16)
    const order = ['Fault', 'No data', 'Partial data', 'Data late', 'Waiting for data', 'Night standby', 'Normal']
    const words = await rows.locator('td:first-child').allInnerTexts()
    const ranks = words.map((word) => order.indexOf(word.split('\n')[0] ?? ''))
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
    await expectAccessible(page)
    // The list beside it has the same order; it is folded, for the page lists the same plants.
    const names = await rows.locator('th[scope=row] a').allInnerTexts()
    const rail = page.getByRole('navigation', { name: 'Plants' })
    await expect(rail).toBeHidden()
    await page.getByRole('button', { name: 'Show the list of plants' }).click()
    await expect(rail.getByRole('link').first()).toContainText(names[0] ?? '-')
    await page.getByRole('button', { name: 'Hide the list of plants' }).click()
    await rows.locator('th[scope=row] a').last().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(names.at(-1) ?? '')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'All plants' })).toBeVisible()
    expect(watch.faults).toEqual([])
  })

  test('filters and sorts in the address, by keyboard too', async ({ page }) => {
    await enterDemo(page, demo().url, '/plant')
    const names = page.getByRole('table').locator('th[scope=row] a')
    await expect(names).toHaveCount(15)
    await page.getByRole('link', { name: 'Plant', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/sort=name/)
    await expect(page.getByRole('columnheader', { name: 'Plant' })).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(async () => (await names.allInnerTexts())[0]).toMatch(/^Al|^B/)
    await page.getByRole('link', { name: /^All 15/ }).press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(/status=/)
    await expect.poll(() => names.count()).toBeLessThan(15)
    await page.goto(`${demo().url}/plant/fleet?q=zzz`)
    await page.getByRole('link', { name: 'Clear filter' }).click()
    await expect(names).toHaveCount(15)
  })

  test('the map: dots with their status, by keyboard, nothing from another server', async ({ page, context }) => {
    const watch = watchPage(page)
    const foreign: string[] = []
    context.on('request', (request) => {
      if (new URL(request.url()).origin !== demo().url) foreign.push(request.url())
    })
    await enterDemo(page, demo().url)
    await page.goto(`${demo().url}/plant/fleet?as=map`)
    const map = page.getByRole('figure', { name: 'Map of the plants' })
    await expect(map.locator('svg path').first()).toBeAttached()
    await expect(map.getByRole('link', { name: /^Sierra Norte/ })).toBeVisible()
    await expectAccessible(page)
    const at = async () => (await map.getByRole('link', { name: /^Sierra Norte/ }).boundingBox())?.x ?? 0
    const before = await at()
    await map.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(at).toBeCloseTo(before - 80, 0)
    await page.keyboard.press('0')
    await expect.poll(at).toBeCloseTo(before, 0)
    // Several at one spot part when one enters them.
    const many = map.getByRole('button', { name: /plants, worst/ })
    const groups = await many.count()
    expect(groups).toBeGreaterThan(0)
    await many.first().press('Enter')
    await expect.poll(async () => (await map.getByRole('link').count()) > 1).toBe(true)
    await map.getByRole('link').first().press('Enter')
    await page.waitForURL(/\/plant\/infos\/data\?id=\d+/)
    expect(foreign).toEqual([])
    expect(watch.faults).toEqual([])
  })

  test('on a tablet the list folds, and opens over the page', async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 900, height: 900 }, locale: 'en-GB' })
    const page = await context.newPage()
    const watch = watchPage(page)
    await enterDemo(page, demo().url, '/plant')
    await expect(page.getByRole('heading', { level: 1, name: 'All plants' })).toBeVisible()
    const rail = page.getByRole('navigation', { name: 'Plants' })
    await expect(rail).toBeHidden()
    await page.getByRole('button', { name: 'Show the list of plants' }).click()
    await expect(rail).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(rail).toBeHidden()
    await page.keyboard.press('/')
    await page.keyboard.type('kauri')
    await page.getByRole('table').getByRole('link', { name: 'Kauri school' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kauri school')
    await expect(rail).toBeHidden()
    await page.keyboard.press('/')
    await expect(rail).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveTitle('Kauri school · Data · Heliograph')
    expect(watch.faults).toEqual([])
    await context.close()
  })

  test('finding a plant: list, search by keyboard, selection in the URL', async ({ page }) => {
    const watch = watchPage(page)
    await enterDemo(page, demo().url, '/plant')
    // Who has several plants begins with all of them.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All plants')
    const rail = page.getByRole('navigation', { name: 'Plants' })
    await page.keyboard.press('/')
    await page.keyboard.type('lindenhof')
    await page.getByRole('table').getByRole('link', { name: 'Lindenhof roof' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lindenhof roof')
    await expect(page).toHaveURL(/id=\d+/)
    await page.keyboard.press('/')
    await page.keyboard.type('kauri')
    await expect(page.getByText('1 plant found')).toBeVisible()
    await rail.getByRole('link', { name: /Kauri school/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kauri school')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lindenhof roof')
    await page.keyboard.press('/')
    await page.keyboard.type('zzzz')
    await expect(page.getByText(/No plant matches/)).toBeVisible()
    expect(watch.faults).toEqual([])
  })

  for (const width of [390, 768, 1440, 1920])
    for (const colorScheme of ['light', 'dark'] as const)
      test(`fits ${width} px, ${colorScheme}`, async ({ browser }) => {
        const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, locale: 'en-GB' })
        const page = await context.newPage()
        const watch = watchPage(page)
        await enterDemo(page, demo().url)
        for (const look of width === 390 ? ['cards'] : ['table', 'cards']) {
          await page.goto(`${demo().url}/plant/fleet?as=${look}`)
          await expect(page.getByRole('img', { name: /Specific yield/ })).toHaveCount(
            width === 768 && look === 'table' ? 0 : 15,
          )
          await expectNoSidewaysScroll(page)
          await expectAccessible(page)
        }
        expect(watch.faults).toEqual([])
        await context.close()
      })

  // Here, because the others of this file count the plants.
  test('a deleted plant waits in the bin, and comes back', async ({ page }) => {
    const watch = watchPage(page)
    const { url } = demo()
    await enterDemo(page, url)

    await page.goto(`${url}/plant/infos/detail/danger?id=13`)
    await page.getByRole('button', { name: 'Delete plant' }).click()
    const sure = page.getByRole('dialog', { name: 'Delete plant' })
    await sure.getByLabel(/to confirm/).fill('Balkon Ehrenfeld')
    await sure.getByLabel('Current password').fill(demoAccount.password)
    await sure.getByRole('button', { name: 'Delete plant' }).click()
    await expect(page.getByText('Balkon Ehrenfeld was deleted.', { exact: false })).toBeVisible()
    await page.goto(`${url}/plant/bin`)
    await expect(page.getByText(/Deleted by Demo on/)).toBeVisible()
    await expectAccessible(page, 'main')
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByText('Balkon Ehrenfeld is back')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No deleted plants' })).toBeVisible()
    expect(watch.faults).toEqual([])
  })
})
