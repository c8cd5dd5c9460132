import { type Browser, devices, expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible, postponePrompts } from '../checks.ts'
import { demoAccount } from '../running.ts'
import { useDemo } from '../shared-demo.ts'
import { untilQuiet } from '../until-quiet.ts'
import { enterDemo } from './enter.ts'

const PLANT = 15

type Load = Readonly<{
  /** Of the page's own files and calls, before its first screen is whole. */
  requests: number
  /** Of all that it loads until nothing more comes. */
  kB: number
  /** Calls, by method and path. */
  calls: readonly string[]
}>

/** An opening with an empty cache, as of a first visit on a phone. @param isWhole the first screen is there */
async function open(page: Page, url: string, isWhole: (page: Page) => Promise<unknown>): Promise<Load> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  let requests = 0
  let bytes = 0
  const calls: string[] = []
  session.on('Network.requestWillBeSent', () => requests++)
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.resourceType() === 'fetch') calls.push(`${request.method()} ${pathname.replace(/^\/mdc-\w+/, '')}`)
  })
  let before = 0
  await untilQuiet(page, async () => {
    await page.goto(url)
    await isWhole(page)
    before = requests
  })
  return { requests: before, kB: bytes / 1000, calls }
}

test.describe('the first load on a phone', () => {
  test.slow()
  const demo = useDemo()
  const onPhone = async (browser: Browser): Promise<Page> => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      // By its name the server knows that it need not draw what stands beside a wide page.
      userAgent: devices['Pixel 7'].userAgent,
      locale: 'en-GB',
      serviceWorkers: 'block',
    })
    return context.newPage()
  }
  const answerOf = (page: Page): Promise<unknown> => expect(page.locator('.answer')).toContainText(/\w/)

  /** Under load a document goes without an answer that is late: one of the openings has them all. */
  const expectLoad = async (
    page: Page,
    path: string,
    isWhole: (page: Page) => Promise<unknown>,
    most: Readonly<{ requests: number; kB: number; isOwn?: RegExp }>,
  ): Promise<void> => {
    await expect(async () => {
      const load = await open(page, `${demo().url}${path}`, isWhole)
      expect(load.calls.filter((call) => most.isOwn?.test(call) !== true)).toEqual([])
      expect(load.requests).toBeLessThanOrEqual(most.requests)
      expect(load.kB).toBeLessThan(most.kB)
    }).toPass({ timeout: 90_000 })
    await page.context().close()
  }

  test('the sign-in needs twelve requests at most, and no call', async ({ browser }) => {
    const page = await onPhone(browser)
    const whole = () => expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await expectLoad(page, '/login', whole, { requests: 12, kB: 200 })
  })

  test('the fleet needs twenty-five requests at most, and no call', async ({ browser }) => {
    const page = await onPhone(browser)
    await enterDemo(page, demo().url)
    await expectLoad(page, '/plant', answerOf, { requests: 25, kB: 420 })
  })

  test('a plant needs twenty-five requests at most, and asks for its curves alone', async ({ browser }) => {
    const page = await onPhone(browser)
    await enterDemo(page, demo().url)
    // A sample that comes meanwhile renews the figures.
    const isOwn = /\/history\/|\/weather\/|energy-saved|\/operating\/system\//
    await expectLoad(page, `/plant/infos/data?id=${PLANT}`, answerOf, { requests: 25, kB: 480, isOwn })
  })

  /** The scripts wait until they may come. @returns lets them come */
  const holdScripts = async (page: Page): Promise<() => void> => {
    await page.addInitScript(() => {
      const shifts: number[] = []
      const toValue = (entry: PerformanceEntry): number => (entry as unknown as { value: number }).value
      new PerformanceObserver((list) => shifts.push(...list.getEntries().map(toValue))).observe({
        type: 'layout-shift',
      })
      Object.assign(window, { shifts })
    })
    let come: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      come = resolve
    })
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await held
      // A page that was left asks for nothing more.
      await route.continue().catch(() => undefined)
    })
    return come
  }
  const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)

  /** Under load a drawing may be late. */
  const expectDrawn = (page: Page, path: string, text: Locator): Promise<void> =>
    expect(async () => {
      await page.goto(`${demo().url}${path}`, { waitUntil: 'commit' })
      await expect(text).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: 90_000 })

  test('the sign-in is in the document; what is typed before the scripts goes on', async ({ browser }) => {
    const page = await onPhone(browser)
    await postponePrompts(page)
    const come = await holdScripts(page)
    await expectDrawn(page, '/login', page.getByText('See how your plants are doing, in real time.'))
    await expectAccessible(page)
    await page.getByLabel('Account').fill(demoAccount.account)
    await page.getByLabel('Password', { exact: true }).fill(demoAccount.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    expect(page.url()).toBe(`${demo().url}/login`)
    const shifts = await shiftsOf(page)
    come()
    await page.waitForURL(/\/plant/)
    expect(shifts).toEqual([])
    await page.context().close()
  })

  for (const [name, path] of [
    ['fleet', '/plant'],
    ['plant', `/plant/infos/data?id=${PLANT}`],
  ] as const)
    test(`the ${name} is in the document, and moves nothing when the scripts come`, async ({ browser }) => {
      const page = await onPhone(browser)
      await enterDemo(page, demo().url)
      const come = await holdScripts(page)
      await expectDrawn(page, path, page.locator('#drawn-screen .answer'))
      await expectAccessible(page)
      expect(await shiftsOf(page)).toEqual([])
      await page.evaluate(() => window.scrollTo(0, 200))
      come()
      await expect(page.locator('#root .answer')).toBeVisible({ timeout: 60_000 })
      expect(await page.evaluate(() => window.scrollY)).toBe(200)
      expect((await shiftsOf(page)).reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02)
      await page.context().close()
    })

  test('a link of the drawn fleet leads there before the scripts come', async ({ browser }) => {
    const page = await onPhone(browser)
    await enterDemo(page, demo().url)
    await holdScripts(page)
    const link = page.locator('#drawn-screen a[href^="/plant/infos/data?id="]').first()
    await expectDrawn(page, '/plant/fleet', link)
    await link.click({ noWaitAfter: true })
    await page.waitForURL(/\/plant\/infos\/data\?id=/, { waitUntil: 'commit' })
    await page.context().close()
  })
})
