import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** No serious or critical axe violation on the current page. @param part of it, where the rest was looked at before */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  await settle(page)
  // In the page itself, without a second one for the sum of its frames; what is in order is not described.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze()
  const serious = violations.filter((v) => v.impact === 'serious' || v.impact === 'critical')
  expect(serious.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)).toEqual([])
}

/** Fading content is pale for a moment: waits for every finite animation. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
    await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)))
  })

/** Collects what must not happen on any page: uncaught errors, console errors, refused scripts or styles. */
export function watchPage(page: Page): { faults: string[] } {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    // Some journeys cause a refused request; the page shows it to the user.
    if (message.type() === 'error' && !message.text().includes('Failed to load resource')) faults.push(message.text())
  })
  return { faults }
}

/** The page never scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(beyond).toBeLessThanOrEqual(0)
}

/** Prompts for missing account data follow a sign-in; a journey about something else says "later" to each of them. */
export const postponePrompts = (page: Page): Promise<void> =>
  page.addLocatorHandler(
    page.getByRole('dialog').getByRole('button', { name: 'Later' }),
    (later) => later.click(),
    // The next prompt may stand where the first one stood, without a moment between them.
    { noWaitAfter: true },
  )

export async function signIn(page: Page, url: string, account: string, password: string): Promise<void> {
  await postponePrompts(page)
  await page.goto(`${url}/login`)
  await page.getByLabel('Account', { exact: true }).fill(account)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/plant\/(infos|fleet)/)
}

/** A prompt that opens meanwhile closes the menu: then try again. An open menu makes its button inert. */
export async function signOut(page: Page): Promise<void> {
  const entry = page.getByRole('menuitem', { name: /sign out/i })
  await expect(async () => {
    if (!(await entry.isVisible())) await page.getByRole('button', { name: /account/i }).click({ timeout: 3_000 })
    await entry.click({ timeout: 3_000 })
  }).toPass()
  await page.waitForURL(/\/login/)
}

/** A picture of the whole page in the folder `HELIOGRAPH_E2E_SHOTS`, where it is set. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.HELIOGRAPH_E2E_SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
