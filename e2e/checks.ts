import { expect, type Page } from '@playwright/test'
import axe, { type Result, type RunOptions } from 'axe-core'

// No frame of ours needs axe in it, and no rule of ours the text of style sheets, which costs half of the time.
const SIGHT = { resultTypes: ['violations' as const], iframes: false, preload: false }

/** The rules that the page breaks. @param tags of the rules that are looked at; absent: all */
export async function findViolations(page: Page, part?: string, tags?: readonly string[]): Promise<readonly Result[]> {
  await settle(page)
  // A document keeps it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: RunOptions = tags ? { ...SIGHT, runOnly: [...tags] } : SIGHT
  const { violations } = await page.evaluate(
    ([where, how]) => (window as unknown as { axe: typeof axe }).axe.run(where ?? document, how),
    [part, options] as const,
  )
  return violations
}

/** As `color-contrast: main > p`. */
export const nameViolation = ({ id, nodes }: Result): string =>
  `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`

/** No serious or critical axe violation on the current page. @param part of it, where the rest was looked at before */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  const violations = await findViolations(page, part)
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(nameViolation)).toEqual(
    [],
  )
}

/** Enough for the deepest page; what never ends is no transition. */
const MOST_ROUNDS = 30

/** Fading content is pale for a moment, and a color reaches what inherits it level by level: until nothing changes. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async (most) => {
    for (let round = 0; round < most; round++) {
      // What listens to the theme has heard of it then.
      await new Promise(requestAnimationFrame)
      const ending = document
        .getAnimations()
        .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
      if (ending.length === 0) return
      await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)))
    }
  }, MOST_ROUNDS)

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
    // A click that led away may have failed to say so.
    if (/\/login/.test(page.url())) return
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
