import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'

const url = readFileSync('/tmp/looks-demo-url', 'utf8')
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
for (const [width, lan, scheme] of [
  [390, 'de', 'dark'],
  [1440, 'zh', 'light'],
] as const) {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    locale: 'en-GB',
    colorScheme: scheme,
    reducedMotion: 'reduce',
  })
  await context.request.post(`${url}/oauth2-s/oauth/token`, {
    form: { grant_type: 'password', username: 'demo', password: 'Look-at-the-sun' },
  })
  await context.addCookies([{ name: 'lan', value: lan, url }])
  const page = await context.newPage()
  await page.goto(`${url}/plant/infos/detail?id=15`)
  await page.waitForTimeout(2500)
  for (let i = 0; i < 3; i++) {
    const b = page.getByRole('dialog').getByRole('button').last()
    if (await b.isVisible().catch(() => false)) await b.click().catch(() => {})
    await page.waitForTimeout(300)
  }
  const field = page.locator('input[inputmode="decimal"]').first()
  await field.fill(width === 390 ? '12' : '14').catch((e) => console.log(String(e).slice(0, 200)))
  await page.waitForTimeout(1500)
  await page.screenshot({ path: `/tmp/looks-shots/cap-${lan}-${width}.png` })
  await page.goto(`${url}/account/settings/message`)
  await page.waitForTimeout(1500)
  await context.close()
}
await browser.close()
