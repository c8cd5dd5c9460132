import { expect, type Page, test } from '@playwright/test'
import {
  type IdentityProvider,
  startIdentityProvider,
} from '../apps/server/src/people/identity-providers/testing/identity-provider.ts'
import { expectAccessible, expectNoSidewaysScroll, signOut, watchPage } from './checks.ts'
import { demoAccount, type Running, startServer } from './running.ts'

const mira = { subject: 'mira', name: 'Mira Lindén', email: 'mira@example.org', emailVerified: true }
const ada = { subject: 'ada', unionId: 'ada-union', name: 'Ada Byron' }

test.describe('signing in with a provider', () => {
  // A dozen page loads, each with an empty cache.
  test.describe.configure({ timeout: 120_000 })
  let provider: IdentityProvider
  let server: Running
  test.beforeAll(async () => {
    provider = await startIdentityProvider()
    server = await startServer({
      ...provider.env,
      HELIOGRAPH_DEMO_ACCOUNT: demoAccount.account,
      HELIOGRAPH_DEMO_PASSWORD: demoAccount.password,
    })
  })
  test.afterAll(async () => {
    await server?.stop()
    await provider?.stop()
  })

  /** From the sign-in page to the provider, and back with its reply. */
  async function goThrough(page: Page, name: string, answer = /^Continue as/): Promise<void> {
    await page.goto(`${server.url}/login`)
    await page.getByRole('button', { name: `Continue with ${name}` }).click()
    await page.getByRole('link', { name: answer }).click()
  }
  /** Another user, who registered with their account at the provider. */
  async function register(subject: string, name: string): Promise<void> {
    provider.state.person = { subject, name }
    const ask = async (path: string, data: object) => {
      const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(data) }
      const reply = await fetch(`${server.url}/oauth2-s/third-party/${path}`, request)
      expect(reply.status).toBe(200)
      return reply.json()
    }
    const back = await provider.approve((await ask('start', { provider: 'sundial' })).url)
    const { ticket } = await ask('callback', Object.fromEntries(back))
    await ask('register', { ticket, country: 'DE', language: 'en', consent: true })
  }

  test('a new user registers without a password and is recognized from then on', async ({ page }) => {
    const watch = watchPage(page)
    provider.state.person = mira
    await page.goto(`${server.url}/login`)
    await expect(page.getByRole('button', { name: 'Continue with Sundial' })).toBeVisible()
    await expectAccessible(page)
    await goThrough(page, 'Sundial')
    await expect(page.getByRole('heading', { name: 'Welcome, Mira Lindén' })).toBeVisible()
    // The provider's reply is nowhere that a neighbor could find it.
    expect(new URL(page.url()).search).toBe('')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.reload()
    await page.getByRole('button', { name: 'Create an account' }).click()
    await page.getByRole('checkbox', { name: /^I accept/ }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL(/\/plant/)
    const user = await (await page.request.get(`${server.url}/user-s/acc/org/login-user`)).json()
    expect(user).toMatchObject({
      nickname: 'Mira Lindén',
      email: 'mira@example.org',
      country: 'GB',
      hasPassword: false,
    })
    await signOut(page)
    await goThrough(page, 'Sundial')
    await page.waitForURL(/\/plant/)
    expect((await (await page.request.get(`${server.url}/user-s/acc/org/login-user`)).json()).id).toBe(user.id)
    expect(watch.faults).toEqual([])
  })

  test('an existing account is linked by signing in once, and unlinked in the settings', async ({ page }) => {
    const watch = watchPage(page)
    provider.state.person = ada
    await goThrough(page, 'WeChat')
    await page.getByRole('button', { name: 'Sign in and link' }).click()
    await expect(page.getByText('Sign in once to link your WeChat account')).toBeVisible()
    await page.getByLabel('Account', { exact: true }).fill(demoAccount.account)
    await page.getByLabel('Password', { exact: true }).fill(demoAccount.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/plant/)
    await page.goto(`${server.url}/account/settings/security`)
    await expect(page.getByText(/^Ada Byron, linked on/)).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    // Another provider account, linked and unlinked here.
    await page.getByRole('button', { name: 'Link QQ' }).click()
    await page.getByRole('link', { name: /^Continue as/ }).click()
    await page.waitForURL(`${server.url}/account/settings/security`)
    await expect(page.getByRole('button', { name: 'Unlink QQ' })).toBeVisible()

    await page.getByRole('button', { name: 'Unlink WeChat' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('wrong')
    await dialog.getByRole('button', { name: 'Unlink' }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
    await dialog.getByRole('textbox').fill(demoAccount.password)
    await dialog.getByRole('button', { name: 'Unlink' }).click()
    await expect(page.getByRole('button', { name: 'Link WeChat' })).toBeVisible()
    await signOut(page)
    await goThrough(page, 'WeChat')
    await expect(page.getByRole('heading', { name: 'Welcome, Ada Byron' })).toBeVisible()
    await goThrough(page, 'QQ')
    await page.waitForURL(/\/plant/)
    expect(watch.faults).toEqual([])
  })

  test('a provider account linked to another user stays theirs', async ({ page }) => {
    await register('noor', 'Noor')
    await page.request.post(`${server.url}/oauth2-s/oauth/token`, {
      form: { grant_type: 'password', username: demoAccount.account, password: demoAccount.password },
    })
    await page.goto(`${server.url}/account/settings/security`)
    await page.getByRole('button', { name: 'Link Sundial' }).click()
    await page.getByRole('link', { name: /^Continue as/ }).click()
    await expect(page.getByText('already linked to another account here')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to the security settings' }).click()
    await expect(page.getByRole('button', { name: 'Link Sundial' })).toBeVisible()
  })

  test('cancelling at the provider changes nothing', async ({ page }) => {
    await goThrough(page, 'Sundial', /^Cancel/)
    await expect(page.getByText('you canceled at Sundial')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to sign-in' }).click()
    await page.waitForURL(/\/login/)
  })

  test("the reply to another browser's sign-in opens nothing here", async ({ page, browser }) => {
    provider.state.person = { subject: 'eve', name: 'Eve' }
    const stranger = await (await browser.newContext({ locale: 'en-GB' })).newPage()
    await stranger.goto(`${server.url}/login`)
    await stranger.getByRole('button', { name: 'Continue with Sundial' }).click()
    const link = await stranger.getByRole('link', { name: /^Continue as/ }).getAttribute('href')
    await page.goto(link ?? '')
    await expect(page.getByText(/This sign-in is no longer valid/)).toBeVisible()
    expect((await page.request.get(`${server.url}/user-s/acc/org/login-user`)).status()).toBe(401)
    // It still opens for its owner.
    await stranger.getByRole('link', { name: /^Continue as/ }).click()
    await expect(stranger.getByRole('heading', { name: 'Welcome, Eve' })).toBeVisible()
    await stranger.context().close()
  })
})
