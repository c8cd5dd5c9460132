import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { withoutFirstAnswers } from '../bare-documents.ts'
import { useDemo } from '../shared-demo.ts'
import { slowDown } from '../slow-answers.ts'
import { untilQuiet } from '../until-quiet.ts'
import { enterDemo } from './enter.ts'

/** "Good" ends at 0.1; half of it leaves room for slower phones. */
const MOST = 0.05
const PLANT = 15
/** At once: a page mostly waits for its answers. */
const PAGES = 4
/** Of the order in which answers come. */
const SEED = 1
/** A fault, silence, micro-inverters alone: heads, notices and flows of other sizes. */
const OTHER_PLANTS = [4, 5, 13]
const SETTINGS = '/account/settings'

const plantPages = 'data alert device device/add battery performance relate quality import photos exportdata'
  .concat(' component-layout detail accuracy')
  .split(' ')
  .map((page) => `/plant/infos/${page}?id=${PLANT}`)
const groups: Readonly<Record<string, readonly string[]>> = {
  'of all plants': [
    '/plant/fleet',
    '/plant/fleet?as=map',
    '/plant/infos/data',
    '/alarms',
    '/alarms/rules',
    '/largescreen',
    '/',
    '/plant',
    `/plant?id=${PLANT}`,
  ],
  'of a plant': plantPages,
  'of other plants': OTHER_PLANTS.flatMap((id) => [`/plant/infos/data?id=${id}`, `/plant/infos/device?id=${id}`]),
  'of a plant, further': [
    ...['&view=month', '&view=year', '&compare=bill'].map((more) => `/plant/infos/data?id=${PLANT}${more}`),
    ...['/plant/flow', '/plant/bin', '/plant/create', '/explorer', '/communicationReport', '/reports', '/messages'],
  ],
  'of the account':
    'base common message security security-events brand operator suggestion organization exportAccount accountRevoke'
      .concat(' instructions udesk data-center accountRevokeStep')
      .split(' ')
      .map((page) => `${SETTINGS}/${page}`)
      .concat(
        'home detail detail/largeScreen detail/deviceCharge detail/messageCharge detail/insurance detail/plugin'
          .split(' ')
          .map((page) => `/application/${page}`),
      ),
  'before the sign-in': ['/login', '/register', '/forgetPassword', '/version', '/account/cancelled', '/nowhere'].concat(
    // As a link that is over or was cut in a mail.
    'tencentLogin invitation setup reports/confirm unsubscribe largescreen/shared'
      .split(' ')
      .map((page) => `/${page}?token=x`),
  ),
}

type Moved = Window & { shifts: { value: number; what: readonly string[] }[] }

/** Counts, in every page that is opened, what moves without a press, and tells what it was. */
const watchShifts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const all = window as unknown as Moved
    all.shifts = []
    type Shift = PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput)
          all.shifts.push({
            value,
            what: sources.map(
              ({ node, previousRect, currentRect }) =>
                `${node?.textContent?.slice(0, 40)} (${previousRect.y} to ${currentRect.y})`,
            ),
          })
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** What moved on a page that is opened for the first time. */
async function shiftOf(context: BrowserContext, address: string): Promise<string | undefined> {
  const page = await context.newPage()
  await untilQuiet(page, () => page.goto(address))
  // What the server drew has left.
  await expect(page.locator('#drawn-screen')).toHaveCount(0)
  await expect(page.getByRole('heading').first()).toBeAttached()
  const shift = await readShift(page)
  await page.close()
  return shift
}

async function readShift(page: Page): Promise<string | undefined> {
  const shifts = await page.evaluate(() => (window as unknown as Moved).shifts)
  const sum = shifts.reduce((all, { value }) => all + value, 0)
  return sum < MOST ? undefined : `${sum.toFixed(3)}: ${shifts.flatMap(({ what }) => what).join(', ')}`
}

/** By address: what moved on those where too much did. */
async function findShifts(
  context: BrowserContext,
  url: string,
  addresses: readonly string[],
): Promise<Record<string, string>> {
  const queue = [...addresses]
  const moved: Record<string, string> = {}
  const work = async (): Promise<void> => {
    // An address of its own: a browser opens six connections to one, and a page keeps two of them for its live streams.
    const slow = await slowDown(url, SEED)
    for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
      const shift = await shiftOf(context, slow.url + address)
      if (shift !== undefined) moved[address] = shift
    }
    slow.stop()
  }
  await Promise.all(Array.from({ length: PAGES }, work))
  return moved
}

test.describe('nothing moves on a phone while answers come', () => {
  const demo = useDemo()
  /** @param isGuest no session */
  const onPhone = async (browser: Browser, isGuest = false): Promise<BrowserContext> => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
    await watchShifts(context)
    if (isGuest) return context
    // Questions after the sign-in lie over the page and are another matter.
    const first = await context.newPage()
    await enterDemo(first, demo().url)
    await first.close()
    return context
  }

  for (const [name, addresses] of Object.entries(groups))
    test(`pages ${name}`, async ({ browser }) => {
      test.slow()
      const context = await onPhone(browser, name === 'before the sign-in')
      expect(await findShifts(context, demo().url, addresses)).toEqual({})
      await context.close()
    })

  test('pages of devices', async ({ browser }) => {
    test.slow()
    const context = await onPhone(browser)
    const addresses: string[] = []
    for (const plantId of [PLANT, ...OTHER_PLANTS]) {
      const reply = await context.request.get(`${demo().url}/maintain-s/fast/device/${plantId}/device-list`)
      // The logger has no page of its own.
      const device = ((await reply.json()) as { deviceId: number }[]).find(({ deviceId }) => deviceId > 0)
      addresses.push(`/device-detail?deviceId=${device?.deviceId}&id=${plantId}`)
    }
    expect(await findShifts(context, demo().url, addresses)).toEqual({})
    await context.close()
  })

  test('a recount that begins and ends', async ({ browser }) => {
    const context = await onPhone(browser)
    const page = await context.newPage()
    const states = ['running', 'running', 'done']
    await withoutFirstAnswers(page)
    await page.route('**/maintain-s/station/*/recount', async (route) => {
      const state = states.shift() ?? 'done'
      await route.fulfill({ json: { state, done: 1, total: 2, requestedAt: 1, finishedAt: null } })
    })
    await page.goto(`${demo().url}/plant/infos/data?id=${PLANT}`)
    const progress = page.getByRole('progressbar', { name: /recalculated/ })
    await expect(progress).toBeVisible()
    await expect(progress).toBeHidden()
    expect(await readShift(page)).toBeUndefined()
    await context.close()
  })

  test('a part that pushes what follows is found', async ({ browser }) => {
    const context = await onPhone(browser, true)
    await context.addInitScript(() => {
      const plant = (): void => {
        const part = document.createElement('div')
        part.style.height = '90px'
        document.body.prepend(part)
      }
      // Once something stands there.
      const look = (): unknown => setTimeout(document.querySelector('h1') ? plant : look, 100)
      look()
    })
    expect(Object.keys(await findShifts(context, demo().url, ['/login']))).toEqual(['/login'])
    await context.close()
  })
})
