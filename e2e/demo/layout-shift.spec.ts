import { type BrowserContext, expect, test } from '@playwright/test'
import { useDemo } from '../shared-demo.ts'
import { enterDemo } from './enter.ts'

/** "Good" ends at 0.1; half of it leaves room for slower phones. */
const MOST = 0.05
const PLANT = 15
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

/** The layout shifts of a page that is opened for the first time, whose answers come one after the other. */
async function shiftOf(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage()
  let calls = 0
  await page.route(
    ({ pathname }) => /^\/[a-z-]+-s\//.test(pathname) && !pathname.includes('/live/'),
    async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 150 * (1 + (calls++ % 5))))
      await route.continue().catch(() => {})
    },
  )
  await page.addInitScript(() => {
    const all = window as unknown as { shifts: number }
    all.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) all.shifts += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(address)
  await expect(page.getByRole('heading').first()).toBeAttached()
  // Answers that follow answers, and the parts that come once the page is drawn.
  await page.waitForTimeout(3_000)
  const shift = await page.evaluate(() => (window as unknown as { shifts: number }).shifts)
  await page.close()
  return shift
}

test.describe('nothing moves on a phone while answers come', () => {
  const demo = useDemo()

  for (const [name, addresses] of Object.entries(groups))
    test(`pages ${name}`, async ({ browser }) => {
      test.slow()
      const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
      const first = await context.newPage()
      if (name !== 'before the sign-in') await enterDemo(first, demo().url)
      // Questions after the sign-in lie over the page and are another matter.
      await first.close()
      let devicePages: readonly string[] = []
      const moved: Record<string, string> = {}
      if (name === 'of a plant') {
        const reply = await context.request.get(`${demo().url}/maintain-s/fast/device/${PLANT}/device-list`)
        // The logger stands first, and has no page of its own.
        const device = ((await reply.json()) as { deviceId: number }[]).find(({ deviceId }) => deviceId > 0)
        expect(device).toBeDefined()
        devicePages = [`/device-detail?deviceId=${device?.deviceId}&id=${PLANT}`]
      }
      for (const address of [...addresses, ...devicePages]) {
        const shift = await shiftOf(context, `${demo().url}${address}`)
        if (shift >= MOST) moved[address] = shift.toFixed(3)
      }
      expect(moved).toEqual({})
      await context.close()
    })
})
