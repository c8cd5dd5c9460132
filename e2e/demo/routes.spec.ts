import { expect, type Page, test } from '@playwright/test'
import { watchPage } from '../checks.ts'
import { useDemo } from '../shared-demo.ts'
import { enterDemo } from './enter.ts'

const PLANT = 15
const SETTINGS = '/account/settings'

/** Section 2 of the specification: where each of its addresses ends. */
const open: readonly string[] = ['/login', '/version', '/tencentLogin', '/register', '/forgetPassword']
const places: readonly (readonly [from: string, to: string])[] = [
  ['/', '/plant/fleet'],
  ['/plant', '/plant/fleet'],
  ['/plant/infos', '/plant/fleet'],
  [`/plant?id=${PLANT}`, '/plant/infos/data'],
  ...['data', 'alert', 'device', 'relate', 'detail', 'exportdata', 'component-layout'].map(
    (tab) => [`/plant/infos/${tab}?id=${PLANT}`, `/plant/infos/${tab}`] as const,
  ),
  // The names of the earlier four-tab view.
  [`/plant/infos/alarm?id=${PLANT}`, '/plant/infos/alert'],
  [`/plant/infos/related?id=${PLANT}`, '/plant/infos/relate'],
  ['/communicationReport', '/communicationReport'],
  ['/application', '/application/home'],
  ...['deviceCharge', 'messageCharge', 'largeScreen', 'insurance'].map(
    (part) => [`/application/detail/${part}`, `/application/detail/${part}`] as const,
  ),
  ['/account', `${SETTINGS}/base`],
  [SETTINGS, `${SETTINGS}/base`],
  ...'base common security udesk instructions message suggestion accountRevoke accountRevokeStep exportAccount'
    .split(' ')
    // Who still owns plants is led back from the last step.
    .map((part) => [`${SETTINGS}/${part}`, `${SETTINGS}/${part.replace('Step', '')}`] as const),
  ['/largescreen', '/largescreen'],
]

/** As a link of the page would. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
}

test.describe('addresses', () => {
  const demo = useDemo()

  test('every address of the specification leads to its page', async ({ page }) => {
    test.slow()
    const watch = watchPage(page)
    const { url } = demo()
    await page.goto(`${url}/login`)
    // A title that comes late would pass for the next page's.
    await expect(page).toHaveTitle(/^Sign in/)
    for (const path of open) await visit(page, path, path)
    await enterDemo(page, url, `/plant/infos/data?id=${PLANT}`)
    const devices = await page.request.get(`${url}/maintain-s/fast/device/${PLANT}/device-list`)
    const [device] = await devices.json()
    for (const [from, to] of places) await visit(page, from, to)
    await visit(page, `/device-detail?deviceId=${device.deviceId}&id=${PLANT}`, '/device-detail')
    expect(watch.faults).toEqual([])
  })
})

/** Goes there and waits until the page at the end of the way has said its name: no two neighbors of the lists share one. */
async function visit(page: Page, from: string, to: string): Promise<void> {
  const before = { path: new URL(page.url()).pathname, title: await page.title() }
  await go(page, from)
  await expect.poll(() => new URL(page.url()).pathname, { message: from }).toBe(to)
  if (to !== before.path) await expect.poll(() => page.title(), { message: from }).not.toBe(before.title)
  await expect(page.getByRole('heading').first(), from).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText(/This page does not exist|Something went wrong/), from).toHaveCount(0)
}
