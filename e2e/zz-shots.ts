import { mkdirSync, readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'

const url = readFileSync('/tmp/looks-demo-url', 'utf8')
mkdirSync('/tmp/looks-shots', { recursive: true })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const list: [string, string, number, string, 'light' | 'dark', string?][] = [
  ['settings-de-390', '/plant/infos/detail?id=15', 390, 'de', 'light'],
  ['settings-en-1440', '/plant/infos/detail?id=15', 1440, 'en', 'dark'],
  ['device-zh-390', '/device-detail?deviceId=1&id=15', 390, 'zh', 'dark'],
  ['device-en-1440', '/device-detail?deviceId=1&id=15', 1440, 'en', 'light'],
  ['messages-de-390', '/account/settings/message', 390, 'de', 'dark'],
  ['messages-en-1440', '/account/settings/message', 1440, 'en', 'light'],
  ['head-de-820', '/plant/fleet', 820, 'de', 'light'],
  ['plant-en-1440', '/plant/infos/data?id=15', 1440, 'en', 'light'],
  ['plant-print', '/plant/infos/data?id=15', 1440, 'de', 'light', 'print'],
]
const only = process.argv.slice(2)
for (const [name, path, width, lan, scheme, how] of list) {
  if (only.length && !only.some((o) => name.startsWith(o))) continue
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
  await page.goto(url + path)
  await page.waitForTimeout(3500)
  for (let i = 0; i < 3; i++) {
    const b = page.getByRole('dialog').getByRole('button').last()
    if (await b.isVisible().catch(() => false)) await b.click().catch(() => {})
    await page.waitForTimeout(300)
  }
  if (how === 'print') await page.pdf({ path: `/tmp/looks-shots/${name}.pdf`, format: 'A4' })
  else await page.screenshot({ path: `/tmp/looks-shots/${name}.png`, fullPage: name !== 'head-de-820' })
  await context.close()
}
await browser.close()
