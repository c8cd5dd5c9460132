import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { Secret, TOTP } from 'otpauth'
import { expectAccessible, expectNoSidewaysScroll, watchPage } from './checks.ts'
import { readCode } from './outbox.ts'
import { startVirtualAuthenticator } from './passkey.ts'
import { demoAccount, type Running, startServer } from './running.ts'

const PASSWORD = 'Tidal-Wave_73'

test.describe('the account area', () => {
  let server: Running
  const dataDir = mkdtempSync(join(tmpdir(), 'heliograph-account-'))

  test.beforeAll(async () => {
    server = await startServer({
      DATA_DIR: dataDir,
      HELIOGRAPH_DEMO_ACCOUNT: demoAccount.account,
      HELIOGRAPH_DEMO_PASSWORD: demoAccount.password,
    })
  })
  test.afterAll(async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** A new account; the page's browser is signed in as it. */
  async function register(page: Page, address: string): Promise<void> {
    const asked = await page.request.post(`${server.url}/user-s/acc/verification-code`, {
      data: { purpose: 'register', contact: address, language: 'en' },
    })
    expect(asked.status()).toBe(200)
    const made = await page.request.post(`${server.url}/user-s/acc/register`, {
      data: {
        contact: address,
        code: await readCode(dataDir, address),
        password: PASSWORD,
        country: 'DE',
        language: 'en',
        consent: true,
      },
    })
    expect(made.status()).toBe(200)
  }

  async function signInElsewhere(browser: Browser, account: string, secret: string): Promise<Page> {
    const context = await browser.newContext()
    const reply = await context.request.post(`${server.url}/oauth2-s/oauth/token`, {
      form: { grant_type: 'password', username: account, password: secret },
    })
    expect(reply.status()).toBe(200)
    return context.newPage()
  }

  const open = (page: Page, section: string) => page.goto(`${server.url}/account/settings/${section}`)

  test('password, sessions, authenticator, token, preferences, export', async ({ page, browser }) => {
    test.setTimeout(180_000)
    page.setDefaultTimeout(20_000)
    const watch = watchPage(page)
    const address = 'mira@example.org'
    await register(page, address)

    // Every page of the area.
    for (const section of ['base', 'common', 'security', 'exportAccount', 'accountRevoke']) {
      await open(page, section)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }

    // Another browser is signed in as well; the owner sees it and ends its session.
    const other = await signInElsewhere(browser, address, PASSWORD)
    await other.goto(`${server.url}/account/settings/base`)
    await expect(other.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible()
    await open(page, 'security')
    await page.getByRole('button', { name: /^End session/ }).click()
    await expect(page.getByText('Session ended')).toBeVisible()
    await other.reload()
    await other.waitForURL(/\/login/)
    await other.context().close()

    // A new password ends every other session; the old one opens nothing any more.
    const second = await signInElsewhere(browser, address, PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New password').fill('Qwerty12')
    await expect(dialog.getByRole('button', { name: 'Change password' })).toBeDisabled()
    await dialog.getByLabel('New password').fill('Harbor-Lights_48')
    await dialog.getByLabel('Current password').fill('not-my-Password1')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await expect(dialog.getByText('Wrong password.')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Password changed')).toBeVisible()
    await second.goto(`${server.url}/account/settings/base`)
    await second.waitForURL(/\/login/)
    await second.context().close()
    const stale = await page.request.post(`${server.url}/oauth2-s/oauth/token`, {
      form: { grant_type: 'password', username: address, password: PASSWORD },
    })
    expect(stale.status()).toBe(401)

    // Authenticator on: the key is read off the page, as without a camera.
    await page.getByRole('button', { name: 'Set up app' }).click()
    await dialog.getByLabel('Current password').fill('Harbor-Lights_48')
    await dialog.getByRole('button', { name: 'Next' }).click()
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
    await expectAccessible(page)
    const key = (await dialog.locator('code').innerText()).replace(/\s/g, '')
    const app = new TOTP({ secret: Secret.fromBase32(key) })
    await dialog.getByLabel('Code from the app').fill('000000')
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await expect(dialog.getByText(/This code is wrong/)).toBeVisible()
    await dialog.getByLabel('Code from the app').fill(app.generate())
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByText('Keep these codes in a safe place')).toBeVisible()
    const recovery = await page.getByTestId('recovery-codes').locator('li').allInnerTexts()
    expect(new Set(recovery).size).toBe(recovery.length)
    expect(recovery.length).toBeGreaterThanOrEqual(8)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await expect(page.getByText('Strong')).toBeVisible()
    await expect(page.getByTestId('recovery-codes')).toHaveCount(0)
    await expectAccessible(page)

    // A token reads plants, and nothing of the account; a recovery code proves the second step.
    await page.getByRole('button', { name: 'Create token' }).click()
    await dialog.getByLabel('Name').fill('Home automation')
    await dialog.getByLabel('Current password').fill('Harbor-Lights_48')
    await dialog.getByLabel('Code from the authenticator app').fill(recovery[0] ?? '')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    await expect(page.getByText('Copy this token now')).toBeVisible()
    const token = await page.getByTestId('made-token').innerText()
    const authorization = `Bearer ${token}`
    const search = () =>
      fetch(`${server.url}/maintain-s/operating/station/search?page=1&size=20`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: '{}',
      })
    expect((await search()).status).toBe(200)
    const refused = await fetch(`${server.url}/user-s/acc/security`, { headers: { authorization } })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    await page.reload()
    await expect(page.getByText('Home automation')).toBeVisible()
    await expect(page.getByText(token)).toHaveCount(0)
    await page.getByRole('button', { name: 'Revoke token Home automation' }).click()
    await expect(page.getByText('Token revoked')).toBeVisible()
    expect((await search()).status).toBe(401)

    await page.getByRole('button', { name: 'Turn off app' }).click()
    await dialog.getByLabel('Current password').fill('Harbor-Lights_48')
    await dialog.getByLabel('Code from the authenticator app').fill(recovery[1] ?? '')
    await dialog.getByRole('button', { name: 'Turn off app' }).click()
    await expect(page.getByText('The authenticator app is off')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Set up app' })).toBeVisible()

    // A passkey of a virtual authenticator.
    await startVirtualAuthenticator(page)
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await dialog.getByLabel('Name').fill('Desk key')
    await dialog.getByLabel('Current password').fill('Harbor-Lights_48')
    await dialog.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('Passkey added')).toBeVisible()
    await expect(page.getByText('Strong')).toBeVisible()
    await page.getByRole('button', { name: 'Remove passkey Desk key' }).click()
    await dialog.getByLabel('Current password').fill('Harbor-Lights_48')
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByText('No passkey yet.')).toBeVisible()

    // Preferences apply at once, and after a reload.
    await open(page, 'common')
    await page.getByRole('button', { name: 'Fahrenheit (°F)' }).click()
    await page.getByRole('button', { name: 'Dark', exact: true }).click()
    await page.getByRole('combobox', { name: 'Number format' }).selectOption('apostrophe-point')
    await page.getByRole('combobox', { name: 'Start page' }).selectOption('device')
    const sample = page.getByTestId('format-sample')
    await expect(sample).toContainText('74.3 °F')
    await expect(sample).toContainText('1’234’567.89')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.waitForLoadState('networkidle')
    await expectAccessible(page)
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await expect(sample).toContainText('74.3 °F')
    await expect(sample).toContainText('1’234’567.89')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    const cookies = await page.context().cookies()
    expect(cookies.find((cookie) => cookie.name === 'temperature')?.value).toBe('F')
    await page.goto(`${server.url}/plant`)
    await page.waitForURL(/\/plant\/infos\/device/)

    // The export: requested, made, downloaded, opened; and not again within the year.
    await open(page, 'exportAccount')
    await page.getByRole('button', { name: 'Start export' }).click()
    await dialog.getByLabel('Current password').fill('Harbor-Lights_48')
    await dialog.getByRole('button', { name: 'Start export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click({ timeout: 60_000 })
    const file = await (await download).path()
    const files = unzipSync(new Uint8Array(readFileSync(file)))
    const texts = Object.values(files).map((bytes) => strFromU8(bytes))
    expect(Object.keys(files).some((name) => name.endsWith('.json'))).toBe(true)
    expect(Object.keys(files).some((name) => name.endsWith('.csv'))).toBe(true)
    expect(texts.some((text) => text.includes(address))).toBe(true)
    // It contains no secret.
    expect(texts.some((text) => /password_?hash|scrypt|argon/i.test(text))).toBe(false)
    await page.mouse.move(0, 0)
    await expect(page.getByText(/Already exported within the last year/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Start export' })).toBeDisabled()
    await expectAccessible(page)
    expect(watch.faults).toEqual([])
  })

  test('name and photo change, and the account is deleted', async ({ page }) => {
    const watch = watchPage(page)
    const address = 'noor@example.org'
    await register(page, address)
    await open(page, 'base')
    await page.getByLabel('Display name').fill('Noor <b>Haddad</b>')
    await page.getByLabel('Account name').fill('noor')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Signed in as noor ·')).toBeVisible()

    await page.setInputFiles('input[type=file]', {
      name: 'sun.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="640" height="400" fill="#4c87ff"/></svg>',
      ),
    })
    await page.getByRole('button', { name: 'Use photo' }).click()
    await expect(page.getByText('Photo saved')).toBeVisible()
    await expect(page.getByTestId('large-avatar').locator('img')).toHaveAttribute(
      'src',
      /^data:image\/(webp|jpeg);base64,/,
    )
    await page.reload()
    await expect(page.getByTestId('large-avatar').locator('img')).toBeVisible()
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByTestId('large-avatar').locator('img')).toHaveCount(0)

    await open(page, 'accountRevoke')
    await expect(page.getByText('All checks passed.')).toBeVisible()
    await page.getByRole('link', { name: 'Continue to the last step' }).click()
    const button = page.getByRole('button', { name: 'Delete account permanently' })
    const phrase = page.getByLabel('Account name, as confirmation')
    await page.getByLabel('Current password').fill(PASSWORD)
    await phrase.fill('Noor')
    await expect(button).toBeDisabled()
    await phrase.fill('noor')
    await expectAccessible(page)
    await button.click()
    await expect(page.getByRole('heading', { name: 'Your account has been deleted' })).toBeVisible()
    await expectAccessible(page)

    // Even the right password no longer opens a deleted account.
    const reply = await page.request.post(`${server.url}/oauth2-s/oauth/token`, {
      form: { grant_type: 'password', username: address, password: PASSWORD },
    })
    expect(reply.status()).toBe(401)
    await page.goto(`${server.url}/account/settings/base`)
    await page.waitForURL(/\/login/)
    expect(watch.faults).toEqual([])
  })
})
