import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { createHome, openHomeAssistant } from '../packages/collect/src/testing/home-assistant-server.ts'
import { openSupervisor } from '../packages/collect/src/testing/supervisor.ts'
import { expectAccessible, postponePrompts, signIn, signOut, takePicture, watchPage } from './checks.ts'
import { addLogger, addPlant, createFirstAdmin } from './first-admin.ts'
import { readCode, readLink } from './outbox.ts'
import { openReverseProxy, type ReverseProxy } from './reverse-proxy.ts'
import { type Running, startServer } from './running.ts'
import { atNoon, connectStick } from './stick.ts'

const PASSWORD = 'Sun-and-rain-7'
const portOf = (url: string): number => Number(new URL(url).port)

test.describe('a server below a path', () => {
  const undo: (() => unknown)[] = []
  test.afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })

  /** A plant whose stick has sent, opened by its own address; its next record arrives on the open page. */
  async function watchLive(page: Page, base: string, server: Running): Promise<number> {
    const plantId = await addPlant(page, 'Lindenhof', { gridInterconnectionType: 'BATTERY_BACKUP' })
    await addLogger(page, plantId, 1_790_123_456)
    const stick = connectStick(server.loggerPort, 1_790_123_456, 'DESK000001')
    undo.push(() => stick.logger.stop())
    stick.logger.powerOn()
    await stick.say(atNoon(4_200, 12_000))
    // A deep link, as a bookmark opens it.
    await page.goto(`${base}/plant/infos/data?id=${plantId}`)
    const main = page.getByRole('main')
    await expect(main.getByText('4.20').first()).toBeVisible()
    await stick.say(atNoon(4_640, 12_080))
    await expect(main.getByText('4.64').first()).toBeVisible({ timeout: 5_000 })
    return plantId
  }

  /** The app, its worker and a file stand below the path as well. */
  async function expectApp(page: Page, base: string, plantId: number): Promise<void> {
    const path = new URL(base).pathname
    const manifest = await page.locator('link[rel=manifest]').getAttribute('href')
    expect(manifest?.startsWith(`${path}/manifest.webmanifest`)).toBe(true)
    const app = await page.evaluate(async (href) => (await fetch(href)).json(), manifest ?? '')
    expect(app).toMatchObject({ scope: `${path}/` })
    expect(app.start_url.startsWith(`${path}/`)).toBe(true)
    for (const { src } of app.icons) expect((await page.request.get(new URL(src, base).href)).status()).toBe(200)
    const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
    expect(scope).toBe(`${base}/`)

    await page.goto(`${base}/plant/infos/alert?id=${plantId}`)
    const file = page.getByRole('main').locator('a[download]').first()
    const [download] = await Promise.all([page.waitForEvent('download'), file.click()])
    expect(await download.failure()).toBeNull()
    expect(download.url().startsWith(`${base}/`)).toBe(true)
  }

  async function start(proxy: ReverseProxy, env: Readonly<Record<string, string>>): Promise<Running> {
    undo.push(() => proxy.stop())
    const server = await startServer({ TRUST_PROXY: '127.0.0.1', ...env })
    undo.push(() => server.stop())
    proxy.passTo(portOf(server.url))
    return server
  }

  test('is used below the path that a proxy names, live values among it', async ({ page }) => {
    const proxy = await openReverseProxy({ path: '/apps/solar', headers: { 'x-forwarded-prefix': '/apps/solar' } })
    const server = await start(proxy, {})
    const watch = watchPage(page)
    await postponePrompts(page)
    // The server itself does not know the proxy's host.
    const setupLink = async () => (await server.setupLink()).replace(server.url, proxy.url)
    await createFirstAdmin(page, { ...server, setupLink })
    expect(page.url().startsWith(`${proxy.url}/plant`)).toBe(true)
    const plantId = await watchLive(page, proxy.url, server)
    await expectApp(page, proxy.url, plantId)
    await signOut(page)
    expect(new URL(page.url()).pathname).toBe('/apps/solar/login')
    await signIn(page, proxy.url, 'admin', PASSWORD)
    // The last part of the address, after a reload too.
    await page.goto(`${proxy.url}/account/settings/security`)
    await page.reload()
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    expect(proxy.outside).toEqual([])
    expect(watch.faults).toEqual([])
  })

  test('needs no header where PUBLIC_URL has the path, and its emails lead there', async ({ page }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'heliograph-sub-path-'))
    undo.push(() => rmSync(dataDir, { recursive: true, force: true }))
    const proxy = await openReverseProxy({ path: '/solar' })
    const server = await start(proxy, { PUBLIC_URL: proxy.url, DATA_DIR: dataDir })
    const watch = watchPage(page)
    await postponePrompts(page)
    await createFirstAdmin(page, server)
    const plantId = await watchLive(page, proxy.url, server)
    await expectApp(page, proxy.url, plantId)
    await signOut(page)

    await page.goto(`${proxy.url}/register`)
    await page.getByLabel('Email address').fill('mira@example.org')
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('Verification code').fill(await readCode(dataDir, 'mira@example.org'))
    await page.getByLabel('Choose a password').fill('Tidal-Wave_73')
    await page.getByRole('checkbox', { name: /^I accept/ }).check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL(/\/solar\/plant/)
    await signOut(page)
    // From a browser that is new: the email about it has a link.
    await page.context().clearCookies()
    await signIn(page, proxy.url, 'mira@example.org', 'Tidal-Wave_73')
    const link = await readLink(dataDir, 'mira@example.org', `${proxy.url}/`)
    await page.goto(link)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    expect(page.url().startsWith(`${proxy.url}/account`)).toBe(true)
    expect(proxy.outside).toEqual([])
    expect(watch.faults).toEqual([])
  })

  test('asks nothing in Home Assistant, where its home is there', async ({ page }) => {
    const owner = '0123456789abcdef0123456789abcdef'
    const home = createHome()
    home.config = { location_name: 'Sonnenhof', latitude: 48.1, longitude: 11.6, time_zone: 'Europe/Berlin' }
    home.users = [{ id: owner, name: 'Mira', is_owner: true, is_active: true, group_ids: ['system-admin'] }]
    const core = await openHomeAssistant(home)
    undo.push(core.close)
    const token = 'token-of-the-add-on'
    const supervisor = await openSupervisor({ token, core: { port: core.port, token: home.token } })
    undo.push(supervisor.close)
    const path = '/api/hassio_ingress/Ab3_x-9'
    const frame = `<!doctype html><title>Home Assistant</title><iframe src="${path}/" style="width:100%;height:95vh"></iframe>`
    const proxy = await openReverseProxy({
      path,
      pages: { '/hassio/ingress/heliograph': frame, '/favicon.ico': '' },
      headers: { 'x-ingress-path': path, 'x-remote-user-id': owner, 'x-remote-user-display-name': 'Mira' },
    })
    const server = await start(proxy, {
      HOME_ASSISTANT_SUPERVISOR: `127.0.0.1:${supervisor.port}`,
      SUPERVISOR_TOKEN: token,
      DEVICE_LOOPBACK_PORTS: '1024-65535',
    })
    const watch = watchPage(page)
    await page.addLocatorHandler(
      page.frameLocator('iframe').getByRole('dialog').getByRole('button', { name: 'Later' }),
      (later) => later.click(),
      { noWaitAfter: true },
    )
    const host = new URL(proxy.url).origin
    await page.goto(`${host}/hassio/ingress/heliograph`)
    const inside = page.frameLocator('iframe')
    await expect(inside.getByRole('heading', { level: 1, name: 'Sonnenhof' })).toBeVisible({ timeout: 30_000 })
    // 1,800 W leave the home; what comes next arrives on the open page.
    await expect(inside.getByText('1.80').first()).toBeVisible({ timeout: 90_000 })
    core.setState('sensor.grid_power', '-2340')
    await expect(inside.getByText('2.34').first()).toBeVisible({ timeout: 90_000 })

    await takePicture(page, 'ingress')

    // The same server in a tab of its own, past the ingress, knows nobody.
    const direct = await page.context().newPage()
    await direct.setExtraHTTPHeaders({ 'x-remote-user-id': owner })
    await direct.goto(`${server.url}/login`)
    await expect(direct.getByLabel('Account', { exact: true })).toBeVisible()
    await expect(direct.getByRole('button', { name: /Home Assistant/ })).toHaveCount(0)
    await direct.close()

    // Who leaves is not signed in again by itself.
    const alone = await page.context().newPage()
    await postponePrompts(alone)
    await alone.goto(`${proxy.url}/`)
    await alone.waitForURL(/\/plant/)
    await signOut(alone)
    await expect(alone.getByRole('button', { name: 'Continue with Home Assistant' })).toBeVisible()
    await expectAccessible(alone)
    await takePicture(alone, 'ingress-sign-in')
    await alone.getByRole('button', { name: 'Continue with Home Assistant' }).click()
    await alone.waitForURL(/\/plant/)
    expect(proxy.outside).toEqual([])
    expect(watch.faults).toEqual([])
  })
})
