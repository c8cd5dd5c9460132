import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, signOut } from '../checks.ts'
import { useDemo } from '../shared-demo.ts'
import { enterDemo } from './enter.ts'

const KEPT = /The server cannot be reached. You see the last figures/

/** What the worker keeps for the time without a network. */
const keptFiles = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('heliograph-offline'))
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().filter(({ url }) => new URL(url).pathname.startsWith('/assets/')).length
  })
const hasAnswers = (page: Page): Promise<boolean> => page.evaluate(() => caches.has('heliograph-answers-3'))

test.describe('without a network', () => {
  const demo = useDemo()

  test('without a network the page opens with figures of known age', async ({ page, context }) => {
    const { url } = demo()
    await enterDemo(page, url, '/plant/infos/data?id=15')
    const production = page.getByText(/Live connection|Connected/)
    await expect(production.first()).toBeVisible()
    await expect.poll(() => keptFiles(page), { timeout: 15_000 }).toBeGreaterThan(10)
    const answer = await page.locator('main .page').first().innerText()
    expect(answer.length).toBeGreaterThan(40)

    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText(KEPT)).toBeVisible({ timeout: 15_000 })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Lindenhof/)
    // Not as if live.
    await expect(page.getByText(/Live connection|Connected|Connecting|Updated every/)).toHaveCount(0)
    await expectAccessible(page)

    await context.setOffline(false)
    await page.reload()
    await expect(production.first()).toBeVisible()
    await expect(page.getByText(KEPT)).toHaveCount(0)

    expect(await hasAnswers(page)).toBe(true)
    await signOut(page)
    await expect.poll(() => hasAnswers(page)).toBe(false)
    await context.setOffline(true)
    await page.goto(`${url}/plant/infos/data?id=15`)
    await expect(page.getByRole('heading', { name: 'The server cannot be reached' })).toBeVisible()
    await context.setOffline(false)
  })
})
