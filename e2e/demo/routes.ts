import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { watchPage } from '../checks.ts'
import { enterDemo, type GetDemo } from './enter.ts'

const PLANT = 15
const settings = '/account/settings'

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
  ['/account', `${settings}/base`],
  [settings, `${settings}/base`],
  ...'base common security udesk instructions message suggestion accountRevoke accountRevokeStep exportAccount'
    .split(' ')
    // Who still owns plants is led back from the last step.
    .map((part) => [`${settings}/${part}`, `${settings}/${part.replace('Step', '')}`] as const),
  ['/largescreen', '/largescreen'],
]

/** Others build it now; taken off as soon as the page has it. */
const notYet: readonly string[] = hasRoute('/plant/infos/component-layout') ? [] : ['/plant/infos/component-layout']

/** As a link of the page would: what stood there is gone and the next page has said its name. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    for (const one of document.querySelectorAll('h1')) one.setAttribute('data-left', '')
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
}

export function routeJourneys(demo: GetDemo): void {
  test('every address of the specification leads to its page', async ({ page }) => {
    const watch = watchPage(page)
    const { url } = demo()
    await page.goto(`${url}/login`)
    for (const path of open) {
      await go(page, path)
      await expect.poll(() => new URL(page.url()).pathname, { message: path }).toBe(path)
      await expectAPage(page, path)
    }
    await enterDemo(page, url, `/plant/infos/data?id=${PLANT}`)
    await expectAPage(page, 'start')
    const devices = await page.request.get(`${url}/maintain-s/fast/device/${PLANT}/device-list`)
    const [device] = await devices.json()
    for (const [from, to] of [
      ...places.filter(([, end]) => !notYet.includes(end)),
      [`/device-detail?deviceId=${device.deviceId}&id=${PLANT}`, '/device-detail'],
    ]) {
      await go(page, from)
      await expect.poll(() => new URL(page.url()).pathname.startsWith(to), { message: from }).toBe(true)
      await expectAPage(page, from)
    }
    expect(watch.faults).toEqual([])
  })
}

/** Something is said, and it is not that the page is missing or broken. */
async function expectAPage(page: Page, from: string): Promise<void> {
  await expect(page.getByRole('heading').first(), from).toBeVisible({ timeout: 15_000 })
  const missing = page.getByText(/This page does not exist|Something went wrong/)
  await expect(missing, from).toHaveCount(0)
}

/** Whether the page has a route of this address. */
function hasRoute(path: string): boolean {
  const source = readFileSync(new URL('../../apps/web/src/signed-in-routes.tsx', import.meta.url), 'utf8')
  return source.includes(`path="${path}"`)
}
