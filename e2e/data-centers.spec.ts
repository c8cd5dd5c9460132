import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, watchPage } from './checks.ts'
import { readCode } from './outbox.ts'
import { freePort, type Running, startServer } from './running.ts'
import { atNoon, connectStick } from './stick.ts'

const mira = { email: 'mira@example.org', password: 'Tidal-Wave_73' }
const SERIAL = 1_790_654_321

/** Two servers that know each other, and a person with a plant in one of them. */
test.describe('two data centers', () => {
  let europe: Running
  let china: Running
  const dataDir = mkdtempSync(join(tmpdir(), 'heliograph-center-'))

  test.beforeAll(async () => {
    const ports = { FOREIGN_1: await freePort(), CHINA: await freePort() }
    const secret = { DATA_CENTER_SECRET: 'e2e-secret-of-two-centers', LOGGER_HOST: '127.0.0.1' }
    europe = await startServer({
      ...secret,
      PORT: String(ports.FOREIGN_1),
      DATA_DIR: dataDir,
      DATA_CENTER: 'FOREIGN_1',
      DATA_CENTER_CHINA_URL: `http://127.0.0.1:${ports.CHINA}`,
      HELIOGRAPH_DEMO_ACCOUNT: 'root',
      HELIOGRAPH_DEMO_PASSWORD: 'Look-at-the-sun',
    })
    china = await startServer({
      ...secret,
      PORT: String(ports.CHINA),
      DATA_CENTER: 'CHINA',
      DATA_CENTER_FOREIGN_1_URL: `http://127.0.0.1:${ports.FOREIGN_1}`,
      HELIOGRAPH_DEMO_ACCOUNT: 'root',
      HELIOGRAPH_DEMO_PASSWORD: 'Look-at-the-sun',
    })
  })
  test.afterAll(async () => {
    await Promise.all([europe?.stop(), china?.stop()])
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function post(path: string, body: object, token?: string) {
    const reply = await fetch(`${europe.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    expect(reply.status, await reply.clone().text()).toBe(200)
    return reply.json()
  }
  async function signIn(page: Page, region: string): Promise<void> {
    await page.goto(`${china.url}/login`)
    await page.getByLabel('Data region').selectOption({ label: region })
    await page.getByLabel('Account', { exact: true }).fill(mira.email)
    await page.getByLabel('Password', { exact: true }).fill(mira.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  test('an account is reached through the other server and moves there with its data', async ({ page }) => {
    test.setTimeout(180_000)
    await post('/user-s/acc/verification-code', { purpose: 'register', contact: mira.email, language: 'en' })
    const { access_token: token } = await post('/user-s/acc/register', {
      contact: mira.email,
      code: await readCode(dataDir, mira.email),
      password: mira.password,
      country: 'DE',
      language: 'en',
      consent: true,
    })
    const { id } = await post(
      '/maintain-s/station',
      {
        name: 'Lindenhof',
        type: 'HOUSE_ROOF',
        gridInterconnectionType: 'BATTERY_BACKUP',
        installedCapacity: 9.84,
        locationLat: 52.4,
        locationLng: 13.06,
        regionTimezone: 'Europe/Berlin',
        currency: 'EUR',
      },
      token,
    )
    await post(`/maintain-s/power/system/${id}/v2/gateway`, { registerItems: [{ deviceSn: String(SERIAL) }] }, token)
    const stick = connectStick(europe.loggerPort, SERIAL, 'MOVER00001')
    stick.logger.powerOn()
    await stick.say(atNoon(4_200, 12_000))

    // The page comes from China, the account is in Europe.
    const watch = watchPage(page)
    await signIn(page, 'Europe')
    await page.waitForURL(/\/plant\/infos/)
    await expect(page.getByRole('heading', { level: 1, name: 'Lindenhof' })).toBeVisible()
    await expect(page.getByText('4.20').first()).toBeVisible()

    await page.goto(`${china.url}/account/settings/data-center`)
    await expect(page.getByText('Your account is stored in the international data center.')).toBeVisible()
    await expect(page.getByText(/This page was loaded from another data center/)).toBeVisible()
    await expectAccessible(page)
    await page.screenshot({ path: test.info().outputPath('data-center-1440.png'), fullPage: true })
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await page.screenshot({ path: test.info().outputPath('data-center-390.png'), fullPage: true })
    await page.setViewportSize({ width: 1440, height: 900 })

    await page.getByRole('button', { name: /Move here/ }).click()
    await expectAccessible(page)
    await page.screenshot({ path: test.info().outputPath('data-center-dialog.png') })
    await page.getByLabel('Current password').fill(mira.password)
    await page.getByRole('button', { name: 'Move my account' }).click()
    await expect(page.getByText('Your account has moved')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('Your data is now in the China data center.', { exact: false })).toBeVisible()
    await expectAccessible(page)
    await page.screenshot({ path: test.info().outputPath('data-center-done.png') })

    // A sign-in at the old data center says so, and one click leads on.
    await signIn(page, 'Europe')
    await expect(page.getByRole('dialog', { name: 'Account notice' })).toBeVisible()
    await expectAccessible(page)
    await page.screenshot({ path: test.info().outputPath('data-center-migrated.png') })
    await page.getByRole('button', { name: 'Switch to the China data center' }).click()
    await page.waitForURL(/\/plant\/infos/)
    await expect(page.getByRole('heading', { level: 1, name: 'Lindenhof' })).toBeVisible()
    await expect(page.getByText('4.20').first()).toBeVisible()

    // The logger still sends to the old address, and the plant receives it.
    await stick.say(atNoon(4_640, 12_080))
    await expect(page.getByText('4.64').first()).toBeVisible({ timeout: 60_000 })
    stick.logger.stop()

    // A wrong password anywhere: says once what to check.
    await page.context().clearCookies()
    await page.goto(`${china.url}/login`)
    await page.getByLabel('Account', { exact: true }).fill(mira.email)
    await page.getByLabel('Password', { exact: true }).fill('Wrong-Wave_73')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Sign-in notice' })).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('data-center-check.png') })
    expect(watch.faults).toEqual([])
  })
})
