import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessible, expectNoSidewaysScroll, postponePrompts, signIn, signOut, watchPage } from './checks.ts'
import { addPlant, createFirstAdmin } from './first-admin.ts'
import { readCode } from './outbox.ts'
import { startVirtualAuthenticator } from './passkey.ts'
import { type Running, startServer } from './running.ts'

const COOKIE = 'heliograph_session'
const DAY_S = 86_400

test.describe
  .serial('ways in', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'heliograph-sign-in-'))
    let server: Running
    test.beforeAll(async () => {
      server = await startServer({ DATA_DIR: dataDir })
    })
    test.afterAll(async () => {
      await server?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    })

    const cookieOf = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === COOKIE)

    /** What a person accepts opens beside the form, in a tab of its own, on a narrow screen too. */
    async function readText(page: Page, name: string): Promise<void> {
      const opened = page.waitForEvent('popup')
      await page.getByRole('main').getByRole('link', { name }).click()
      const tab = await opened
      const watch = watchPage(tab)
      await expect(tab.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(tab.getByText(/^As of /)).toBeVisible()
      await expectAccessible(tab)
      await tab.setViewportSize({ width: 320, height: 640 })
      await expectNoSidewaysScroll(tab)
      expect(watch.faults).toEqual([])
      await tab.close()
    }

    /** A call in the page's own session, as a screen would make it. */
    const callAs = (page: Page, path: string, body: unknown): Promise<Record<string, unknown>> =>
      page.evaluate(
        async ([target, text]) => {
          const headers = { 'content-type': 'application/json' }
          const reply = await fetch(target as string, { method: 'POST', headers, body: text as string })
          if (!reply.ok) throw new Error(`${target}: ${reply.status} ${await reply.text()}`)
          return reply.json()
        },
        [path, JSON.stringify(body)],
      )

    async function fillPassword(page: Page, account: string, password: string): Promise<void> {
      await page.getByLabel('Account', { exact: true }).fill(account)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }

    test('the set-up link creates the first administrator and asks for missing data', async ({ page }) => {
      const watch = watchPage(page)
      await createFirstAdmin(page, server)

      // A person without a plant has something better to do; the next visit with one asks.
      await expect(page.getByRole('link', { name: /create plant/i }).first()).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await addPlant(page, 'Lindenhof')
      await page.evaluate(() => sessionStorage.clear())
      await page.reload()

      const email = page.getByRole('dialog', { name: 'Link an email address' })
      await expect(email).toBeVisible()
      await expectAccessible(page)
      await email.getByLabel('Email address').fill('admin@example.org')
      await email.getByRole('button', { name: 'Send code' }).click()
      await email.getByLabel('Verification code').fill(await readCode(dataDir, 'admin@example.org'))
      await email.getByRole('button', { name: 'Link address' }).click()
      await page.locator('dialog[open] input[autocomplete="current-password"]').fill('Sun-and-rain-7')
      await page.keyboard.press('Enter')
      await expect(email).toBeHidden()

      const country = page.getByRole('dialog', { name: 'Which country are you in?' })
      await expect(country).toBeVisible()
      await country.getByRole('button', { name: 'Later' }).click()
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(country).toBeHidden()
      expect(watch.faults).toEqual([])
    })

    test('a visitor registers with the emailed code and is signed in', async ({ page }) => {
      const watch = watchPage(page)
      await postponePrompts(page)
      await page.goto(`${server.url}/login`)
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Create an account' }).click()

      // The browser's own country is suggested.
      await expect(page.getByRole('combobox', { name: 'Country or region' })).toHaveValue('United Kingdom')
      await page.getByRole('button', { name: 'Send code' }).click()
      await expect(page.getByText(/Please enter (a valid|an) email address/)).toBeVisible()
      await expectAccessible(page)
      await page.getByLabel('Email address').fill('Mira@example.org')
      await page.getByRole('button', { name: 'Send code' }).click()

      await page.getByLabel('Verification code').fill('000000')
      await page.getByLabel('Choose a password').fill('Tidal1234')
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page.getByText('The password cannot contain runs of consecutive numbers or letters.')).toBeVisible()
      await expect(page.getByText('Please accept to continue.')).toBeVisible()
      const consent = page.getByRole('checkbox', { name: /I accept the terms of service and the privacy notice/ })
      await readText(page, 'terms of service')
      await readText(page, 'privacy notice')
      await consent.check()
      await expectAccessible(page)
      await page.getByLabel('Choose a password').fill('Tidal-Wave_73')
      const code = await readCode(dataDir, 'mira@example.org')
      if (code !== '000000') {
        await page.getByRole('button', { name: 'Create account' }).click()
        await expect(page.getByText('The verification code is wrong.')).toBeVisible()
      }
      await page.getByLabel('Verification code').fill(code)
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.waitForURL(/\/plant/)
      // Not kept: the cookie ends with the browser.
      expect((await cookieOf(page))?.expires).toBe(-1)
      await signOut(page)
      expect(await cookieOf(page)).toBeUndefined()
      expect(watch.faults).toEqual([])
    })

    test('a lost password is replaced, without revealing accounts; the session stays', async ({ page }) => {
      const watch = watchPage(page)
      await page.goto(`${server.url}/login?back=%2Fplant%2Fcreate`)
      await expect(page.getByText('Please sign in to continue.')).toBeVisible()
      await page.getByRole('link', { name: 'Forgot password?' }).click()
      await expectAccessible(page)
      await page.getByLabel('Email address').fill('nobody@example.org')
      await page.getByRole('button', { name: 'Send code' }).click()
      await expect(page.getByText(/If an account is linked to nobody@example.org/)).toBeVisible()
      await page.getByRole('button', { name: 'Change' }).click()
      await page.getByLabel('Email address').fill('mira@example.org')
      await page.getByRole('button', { name: 'Send code' }).click()
      await expect(page.getByText(/If an account is linked to mira@example.org/)).toBeVisible()
      await expectAccessible(page)
      await page.getByLabel('Verification code').fill(await readCode(dataDir, 'mira@example.org', 2))
      await page.getByLabel('New password').fill('Harbor-Light_58')
      await page.getByRole('button', { name: 'Set password' }).click()

      await expect(page.getByText('Your new password is set. Sign in with it.')).toBeVisible()
      await expect(page.getByLabel('Account', { exact: true })).toHaveValue('mira@example.org')
      await expectAccessible(page)
      await page.getByLabel('Keep me signed in for 15 days').check()
      await page.getByLabel('Password', { exact: true }).fill('Harbor-Light_58')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.waitForURL(/\/plant\/create/)
      const leftS = ((await cookieOf(page))?.expires ?? 0) - Date.now() / 1000
      expect(leftS).toBeGreaterThan(14.9 * DAY_S)
      expect(leftS).toBeLessThan(15.1 * DAY_S)
      expect(watch.faults).toEqual([])
    })

    test('failed sign-ins trigger a CAPTCHA, then a lock that shows its minutes', async ({ page }) => {
      // Each check costs the device a second, on a busy machine several.
      test.slow()
      const watch = watchPage(page)
      await page.goto(`${server.url}/login`)
      let checks = 0
      page.on('request', (request) => {
        if (request.url().includes('/config/human-check')) checks += 1
      })
      const answered = () =>
        page.waitForResponse((reply) => reply.url().endsWith('/oauth/token') && reply.status() !== 403)
      const wrong = page.getByText('Wrong user name or password.')
      for (let tries = 0; tries < 4; tries += 1) {
        const answer = answered()
        await fillPassword(page, 'mira@example.org', `wrong-Guess_${tries}`)
        await answer
        await expect(wrong).toBeVisible()
        // The input stays.
        await expect(page.getByLabel('Account', { exact: true })).toHaveValue('mira@example.org')
      }
      expect(checks).toBeGreaterThan(0)
      await fillPassword(page, 'mira@example.org', 'wrong-Guess_5')
      await expect(wrong.or(page.getByText(/This account is locked/))).toBeVisible()
      await fillPassword(page, 'mira@example.org', 'Harbor-Light_58')
      await expect(page.getByText(/This account is locked.* Try again in \d+ minutes?/)).toBeVisible()
      await expectAccessible(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await expectNoSidewaysScroll(page)
      expect(watch.faults).toEqual([])
    })

    test("the authenticator's code is required, and a recovery code works too", async ({ page }) => {
      const watch = watchPage(page)
      await signIn(page, server.url, 'admin', 'Sun-and-rain-7')
      const proof = { password: 'Sun-and-rain-7' }
      const { secret } = await callAs(page, '/user-s/acc/authenticator', { proof })
      const totp = new TOTP({ secret: Secret.fromBase32(String(secret)) })
      const { recoveryCodes } = await callAs(page, '/user-s/acc/authenticator/confirm', { code: totp.generate() })
      await signOut(page)

      await fillPassword(page, 'admin', 'Sun-and-rain-7')
      await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
      await expectAccessible(page)
      await page.getByLabel('Code from the authenticator app').fill('000000')
      await expect(page.getByText(/Wrong code/)).toBeVisible()
      // An app's code works once; the code of the next half minute is valid too.
      await page.getByLabel('Code from the authenticator app').fill(totp.generate({ timestamp: Date.now() + 30_000 }))
      await page.waitForURL(/\/plant/)
      await signOut(page)

      await fillPassword(page, 'admin', 'Sun-and-rain-7')
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await page.getByLabel('Recovery code').fill(String((recoveryCodes as string[])[0]))
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.waitForURL(/\/plant/)
      expect(watch.faults).toEqual([])
    })

    test('a passkey signs in without a password or a second step', async ({ page }) => {
      const watch = watchPage(page)
      await postponePrompts(page)
      await startVirtualAuthenticator(page)
      await page.goto(`${server.url}/register`)
      await page.getByLabel('Email address').fill('jonas@example.org')
      await page.getByRole('button', { name: 'Send code' }).click()
      await page.getByLabel('Verification code').fill(await readCode(dataDir, 'jonas@example.org'))
      await page.getByLabel('Choose a password').fill('Tidal-Wave_73')
      await page.getByRole('checkbox', { name: /^I accept/ }).check()
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.waitForURL(/\/plant/)

      const begun = await callAs(page, '/user-s/acc/passkey/options', { proof: { password: 'Tidal-Wave_73' } })
      const response = await page.evaluate(async (options) => {
        const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
          options as PublicKeyCredentialCreationOptionsJSON,
        )
        return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON()
      }, begun.options)
      await callAs(page, '/user-s/acc/passkey', { challengeId: begun.challengeId, response, name: 'Test key' })
      await signOut(page)

      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.waitForURL(/\/plant/)
      await signOut(page)
      // It was used in this browser, so the account field offers it from now on; the virtual key confirms at once.
      await page.goto(`${server.url}/login?back=%2Fplant%2Fcreate`)
      await page.waitForURL(/\/plant\/create/)
      expect(watch.faults).toEqual([])
    })
  })
