/**
 * How soon each screen of a plant is drawn and answers a press, in a browser whose processor is four times slower, with an
 * empty cache each time.
 */
import { type Browser, chromium, type Page } from '@playwright/test'
import { demoAccount, startDemo } from '../../e2e/running.ts'

type Screen = Readonly<{ path: string; press: string }>
type Paint = Readonly<{ paintMs: number; drawnMs: number; pressedMs: number; longestMs: number }>

const SLOWER = 4
const TIMES = 3

const TO_DEVICES = 'main header nav a[href*="/plant/infos/device"]'
const TO_DATA = 'main header nav a[href*="/plant/infos/data"]'
const ofPlant = (path: string): Screen => ({ path: `/plant/infos/${path}`, press: TO_DATA })
const screens: readonly Screen[] = [
  { path: '/plant/infos/data', press: TO_DEVICES },
  { path: '/plant/infos/data?view=month', press: TO_DEVICES },
  ...['alert', 'device', 'battery', 'performance', 'quality', 'relate', 'exportdata', 'component-layout'].map(ofPlant),
  ...['accuracy', 'import', 'photos', 'device/add', 'detail'].map(ofPlant),
  { path: '/plant/fleet', press: 'header a[href*="/explorer"]' },
  { path: '/explorer', press: 'header a[href="/plant"]' },
]

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function measure(browser: Browser, url: string, { path, press }: Screen, plantId: number): Promise<Paint> {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } })
  try {
    await context.request.post(`${url}/oauth2-s/oauth/token`, {
      form: { grant_type: 'password', username: demoAccount.account, password: demoAccount.password },
    })
    const page = await context.newPage()
    await page.addInitScript(() => {
      const tasks: number[] = []
      Object.assign(window, { tasks })
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration)
      }).observe({ type: 'longtask', buffered: true })
    })
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const from = performance.now()
    await page.goto(`${url}${path}${path.includes('?') ? '&' : '?'}id=${plantId}`, { waitUntil: 'commit' })
    await page.locator('main .page:not([role="status"]), .page:not([role="status"]) h1').first().waitFor()
    const drawnMs = performance.now() - from
    const before = page.url()
    await page.locator(press).first().click()
    await page.waitForURL((now) => now.href !== before, { waitUntil: 'commit' })
    const pressedMs = performance.now() - from
    return { drawnMs, pressedMs, ...(await readPaints(page)) }
  } finally {
    await context.close()
  }
}

const readPaints = (page: Page): Promise<Pick<Paint, 'paintMs' | 'longestMs'>> =>
  page.evaluate(() => ({
    paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    longestMs: Math.max(0, ...(window as unknown as { tasks: number[] }).tasks),
  }))

/** Prints a row for each screen. @param only the screens whose addresses have this part */
export async function printPaints(only = ''): Promise<void> {
  const demo = await startDemo(3, 20)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const plantId = await findPlant(browser, demo.url)
    const first = screens[0]
    if (first) await measure(browser, demo.url, first, plantId)
    console.log('\n| address | first paint, ms | its content, ms | a press is answered, ms | longest task, ms |')
    console.log('|---|---|---|---|---|')
    for (const screen of screens.filter(({ path }) => path.includes(only))) {
      const paints: Paint[] = []
      for (let n = 0; n < TIMES; n++) paints.push(await measure(browser, demo.url, screen, plantId))
      const ms = (name: keyof Paint): string => median(paints.map((paint) => paint[name])).toFixed(0)
      console.log(`| ${screen.path} | ${ms('paintMs')} | ${ms('drawnMs')} | ${ms('pressedMs')} | ${ms('longestMs')} |`)
    }
  } finally {
    await browser.close()
    await demo.stop()
  }
}

/** A plant of the demo with a battery, which has all tabs. */
async function findPlant(browser: Browser, url: string): Promise<number> {
  const { request } = await browser.newContext()
  await request.post(`${url}/oauth2-s/oauth/token`, {
    form: { grant_type: 'password', username: demoAccount.account, password: demoAccount.password },
  })
  const found = await request.post(`${url}/maintain-s/operating/station/search?page=1&size=20`, {
    headers: { origin: url },
    data: {},
  })
  const { data } = (await found.json()) as { data: readonly { id: number; gridInterconnectionType: string }[] }
  const plant = data.find(({ gridInterconnectionType }) => gridInterconnectionType === 'BATTERY_BACKUP') ?? data[0]
  if (plant === undefined) throw new Error('The demo has no plant')
  return plant.id
}
