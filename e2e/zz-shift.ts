import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'

const url = readFileSync('/tmp/looks-demo-url', 'utf8')
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const context = await browser.newContext({
  viewport: { width: 390, height: 844 },
  locale: 'en-GB',
  reducedMotion: 'reduce',
})
const first = await context.newPage()
await first.request.post(`${url}/oauth2-s/oauth/token`, {
  form: { grant_type: 'password', username: 'demo', password: 'Look-at-the-sun' },
})
const devices = await (await first.request.get(`${url}/maintain-s/fast/device/15/device-list`)).json()
const id = devices[0].deviceId
const only = process.argv.slice(2)
const s = '/account/settings'
const all =
  only.length > 0
    ? only
    : [
        '/',
        '/plant',
        '/plant?id=15',
        '/alarms',
        '/alarms?show=history',
        `/device-detail?deviceId=${id}&id=15`,
        '/explorer?plant=15',
        '/plant/infos/accuracy?id=15',
        '/plant/infos/alert?id=15',
        '/application/detail/messageCharge',
        '/application/detail/insurance',
        '/application/detail/plugin',
        '/application/detail',
        `${s}/instructions`,
        `${s}/udesk`,
        `${s}/data-center`,
        `${s}/accountRevokeStep`,
        '/account/cancelled',
        '/tencentLogin',
        '/invitation?token=x',
        '/setup?token=x',
        '/reports/confirm?token=x',
        '/unsubscribe?token=x',
        '/largescreen/shared?token=x',
        '/nowhere',
        '/plant/infos/data?id=1',
        '/plant/infos/battery?id=1',
        '/plant/infos/detail?id=1',
        '/plant/infos/data?id=99999',
      ]
for (const address of all) {
  const page = await context.newPage()
  let calls = 0
  await page.route(
    ({ pathname }) => /^\/[a-z-]+-s\//.test(pathname) && !pathname.includes('/live/'),
    async (route) => {
      await new Promise((r) => setTimeout(r, 150 * (1 + (calls++ % 5))))
      await route.continue().catch(() => {})
    },
  )
  await page.addInitScript(() => {
    const all = window as any
    all.shifts = []
    new PerformanceObserver((list) => {
      for (const e of list.getEntries() as any[])
        if (!e.hadRecentInput)
          all.shifts.push([
            e.value,
            e.startTime | 0,
            e.sources.slice(0, 3).map((x: any) => {
              const n = x.node?.nodeType === 1 ? x.node : x.node?.parentElement
              return `${n?.tagName}.${String(n?.className?.baseVal ?? n?.className).slice(0, 60)} ${x.previousRect.y | 0}->${x.currentRect.y | 0} h${x.previousRect.height | 0}->${x.currentRect.height | 0}`
            }),
          ])
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(url + address)
  await page
    .getByRole('heading')
    .first()
    .waitFor({ state: 'attached', timeout: 15000 })
    .catch(() => {})
  await page.waitForTimeout(3000)
  const shifts = (await page.evaluate(() => (window as any).shifts)) as any[]
  const sum = shifts.reduce((a, [v]) => a + v, 0)
  console.log(
    sum.toFixed(3),
    address,
    new URL(page.url()).pathname,
    sum > 0.02
      ? JSON.stringify(
          shifts.filter(([v]) => v > 0.005),
          null,
          1,
        )
      : '',
  )
  await page.close()
}
await browser.close()
