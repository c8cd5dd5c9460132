import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, postponePrompts, signIn, signOut, watchPage } from './checks.ts'
import { readCode, readLink } from './outbox.ts'
import { demoAccount, type Running, startServer } from './running.ts'

const FIRM = 'Nordlicht <b>Solar</b>'
const KAI = 'kai@example.org'
const PASSWORD = 'Tidal-Wave_73'
const SETTINGS = '/account/settings/organization'

test.describe
  .serial('organizations and shared plants', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'heliograph-organizations-'))
    let server: Running
    let contexts: readonly BrowserContext[]
    /** The creator of the organization and the invited person: two people on two devices. */
    let mira: Page
    let kai: Page
    const watches: { faults: string[] }[] = []
    let plantId: number

    test.beforeAll(async ({ browser }) => {
      server = await startServer({
        DATA_DIR: dataDir,
        HELIOGRAPH_DEMO_ACCOUNT: demoAccount.account,
        HELIOGRAPH_DEMO_PASSWORD: demoAccount.password,
        TERMS_URL: 'off',
        PRIVACY_URL: 'https://operator.example/privacy',
      })
      const open = () =>
        browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
      contexts = [await open(), await open()]
      const pages = await Promise.all(contexts.map((context) => context.newPage()))
      ;[mira, kai] = pages as [Page, Page]
      for (const page of pages) {
        await postponePrompts(page)
        watches.push(watchPage(page))
      }
    })
    test.afterAll(async () => {
      for (const context of contexts ?? []) await context.close()
      await server?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    })
    test.afterEach(() => {
      expect(watches.flatMap(({ faults }) => faults)).toEqual([])
    })

    const statusOf = async (page: Page, path: string): Promise<number> =>
      (await page.request.get(`${server.url}${path}`)).status()
    const stripe = (page: Page) => page.getByRole('note').filter({ hasText: `Acting for ${FIRM}` })
    async function expectFine(page: Page): Promise<void> {
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
    async function openShares(page: Page, id: number): Promise<void> {
      await page.goto(`${server.url}/plant/infos/relate?id=${id}`)
      await expect(page.getByRole('heading', { name: 'People', exact: true })).toBeVisible()
    }
    /** Clicks a button in a card or row and then the one of the dialog that it opens. */
    async function confirm(page: Page, name: string, then: string): Promise<void> {
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: then, exact: true }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }

    test('creating one: its creator acts for it, and the previous token is invalid', async () => {
      await signIn(mira, server.url, demoAccount.account, demoAccount.password)
      await expect(mira.getByRole('button', { name: /Switch identity/ })).toHaveCount(0)
      const before = (await mira.context().cookies()).find(({ name }) => name === 'heliograph_session')
      await mira.goto(server.url + SETTINGS)
      await expect(
        mira.getByText('You are acting as yourself and are not a member of any organization yet.'),
      ).toBeVisible()
      await expectFine(mira)
      await mira.getByRole('button', { name: 'Create an organization' }).click()
      await expectAccessible(mira)
      await mira.getByLabel('Organization name').fill(FIRM)
      await mira.getByRole('button', { name: 'Create', exact: true }).click()

      await expect(stripe(mira)).toBeVisible()
      await expect(mira.getByText('1 member')).toBeVisible()
      await expectFine(mira)
      const old = await fetch(`${server.url}/user-s/acc/org/login-user`, {
        headers: { authorization: `Bearer ${before?.value}` },
      })
      expect(old.status).toBe(401)
      expect(await statusOf(mira, '/user-s/acc/org/login-user')).toBe(200)
      // The only administrator cannot leave.
      await expect(mira.getByRole('button', { name: 'Leave organization' })).toBeDisabled()
    })

    test('inviting a person without an account, who follows the link in the email', async () => {
      await mira.getByRole('button', { name: 'Invite a member' }).click()
      await mira.getByLabel('Email').fill(KAI)
      await expectAccessible(mira)
      await mira.getByRole('button', { name: 'Send invitation' }).click()
      await expect(mira.getByText(KAI, { exact: false }).first()).toBeVisible()
      await expect(mira.getByRole('button', { name: 'Withdraw' })).toBeVisible()
      await expectFine(mira)

      const link = await readLink(dataDir, KAI, `${server.url}/invitation?token=`)
      await kai.goto(link)
      await expect(kai.getByText('Demo invites you to join this organization.')).toBeVisible()
      await expect(kai.getByText(FIRM)).toBeVisible()
      await expectFine(kai)
      await kai.getByRole('link', { name: 'Create an account' }).click()
      await kai.getByRole('button', { name: 'Send code' }).click()
      await kai.getByLabel('Verification code').fill(await readCode(dataDir, KAI, 2))
      await kai.getByLabel('Choose a password').fill(PASSWORD)
      // The operator has no terms, and a privacy notice of their own.
      await kai.getByRole('checkbox', { name: /^I accept the privacy notice/ }).check()
      await expect(kai.getByRole('main').getByRole('link', { name: 'privacy notice' })).toHaveAttribute(
        'href',
        'https://operator.example/privacy',
      )
      await kai.getByRole('button', { name: 'Create account' }).click()
      await kai.getByRole('button', { name: /^Accept as/ }).click()
      // Who joins an organization acts for it at once.
      await expect(stripe(kai)).toBeVisible()
      // The link is used up.
      const again = await kai.request.post(`${server.url}/user-s/invitation/look`, {
        data: { token: new URL(link).searchParams.get('token') },
      })
      expect(again.status()).toBe(404)
    })

    test('switching identity in the header, and what a regular user sees', async () => {
      await kai.goto(`${server.url}${SETTINGS}`)
      await kai.getByRole('button', { name: /Switch identity/ }).click()
      await kai.getByRole('menuitemradio', { name: /User/ }).click()
      await expect(stripe(kai)).toHaveCount(0)
      await kai.getByRole('button', { name: /Switch identity/ }).click()
      await kai.getByRole('menuitemradio', { name: /Organization member/ }).click()
      await expect(stripe(kai)).toBeVisible()
      await expect(kai.getByText('2 members')).toBeVisible()
      await expect(kai.getByText('demo@example.org')).toHaveCount(0)
      for (const name of ['Invite a member', 'Rename', 'Dissolve organization'])
        await expect(kai.getByRole('button', { name })).toHaveCount(0)
      await expectFine(kai)
    })

    test("an organization's plant is visible to its members and nobody else", async () => {
      await mira.goto(`${server.url}/plant/create`)
      await mira.getByLabel('Name', { exact: true }).fill('Harbor depot')
      await mira.getByLabel('Installed capacity').fill('154')
      await mira.getByRole('combobox', { name: 'Find a town or address' }).fill('52.40, 13.06')
      await mira.getByRole('button', { name: 'Create plant' }).click()
      await mira.waitForURL(/id=\d+/)
      plantId = Number(new URL(mira.url()).searchParams.get('id'))
      expect(await statusOf(kai, `/maintain-s/station/${plantId}`)).toBe(200)
      await openShares(kai, plantId)
      await expect(kai.getByText(`Only its owner sees Harbor depot.`)).toBeVisible()
      for (const name of ['Invite a person', 'Share with an organization', 'Delete plant', 'Leave this plant'])
        await expect(kai.getByRole('button', { name })).toHaveCount(0)

      // As a person, Kai has no access to it; the open page is replaced by the list.
      await kai.getByRole('button', { name: /Switch identity/ }).click()
      await kai.getByRole('menuitemradio', { name: /Personal/ }).click()
      await expect(stripe(kai)).toHaveCount(0)
      await expect(kai.getByRole('heading', { name: 'Harbor depot' })).toHaveCount(0)
      expect(await statusOf(kai, `/maintain-s/station/${plantId}`)).toBe(404)
    })

    test('sharing with a person who signs in through the link, with flags and an end', async () => {
      await signOut(kai)

      await openShares(mira, plantId)
      await expectFine(mira)
      await mira.getByRole('button', { name: 'Invite a person' }).click()
      const dialog = mira.getByRole('dialog')
      await dialog.getByLabel(/Email/).fill(KAI)
      await dialog.getByLabel('view alarms').uncheck()
      const until = dialog.getByRole('group', { name: /Until \(inclusive\)/ }).getByRole('spinbutton')
      await dialog.getByRole('button', { name: 'A week' }).click()
      await expect(until.first()).not.toHaveText('dd')
      await dialog.getByRole('button', { name: 'Until I end it' }).click()
      await expect(until.first()).toHaveText('dd')
      await until.first().click()
      await mira.keyboard.type('15062099')
      await expectAccessible(mira)
      await dialog.getByRole('button', { name: 'Send invitation' }).click()
      await expect(mira.getByText('Invited', { exact: true })).toBeVisible()

      await kai.goto(await readLink(dataDir, KAI, `${server.url}/invitation?token=`, 2))
      await expect(kai.getByText('Demo shares this plant with you.')).toBeVisible()
      await kai.getByRole('link', { name: /I already have an account/ }).click()
      await kai.getByLabel('Account', { exact: true }).fill(KAI)
      await kai.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await kai.getByRole('button', { name: 'Sign in', exact: true }).click()
      await kai.getByRole('button', { name: /^Accept as/ }).click()
      await kai.waitForURL(new RegExp(`/plant/infos/data\\?.*id=${plantId}`))
      await openShares(kai, plantId)
      await expect(kai.getByText('view data, view devices')).toBeVisible()
      await expect(kai.getByText(/until 15 Jun 2099/)).toBeVisible()
      await expectFine(kai)

      await mira.reload()
      await expect(mira.getByText('Invitation accepted')).toBeVisible()
      await mira.getByRole('button', { name: 'Edit' }).click()
      await mira.getByRole('dialog').getByLabel('Role').selectOption('admin')
      await mira.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await expect(mira.getByText('Full access').first()).toBeVisible()
      await expect(mira.getByText('Permissions of a member changed')).toBeVisible()
      const role = await (await kai.request.get(`${server.url}/maintain-s/station/${plantId}`)).json()
      expect(JSON.stringify(role.roleCode)).toContain('editPlant')
    })

    test('transferring, sharing by code, support, and leaving', async () => {
      await mira.goto(`${server.url}/plant/infos/detail/danger?id=${plantId}`)
      await mira.getByRole('button', { name: 'Hand over plant' }).click()
      const dialog = mira.getByRole('dialog')
      await dialog.getByLabel('New owner').selectOption({ index: 1 })
      await expectAccessible(mira)
      await dialog.getByLabel('Current password').fill(demoAccount.password)
      await dialog.getByRole('button', { name: 'Offer plant' }).click()
      await expect(mira.getByRole('button', { name: 'Withdraw the offer' })).toBeVisible()
      await expectFine(mira)

      // Nothing changes until the new owner accepts.
      await openShares(kai, plantId)
      await expect(kai.getByText(/^Offered to .* until/)).toBeVisible()
      await expectFine(kai)
      await kai.getByRole('main').getByRole('button', { name: 'Accept plant' }).click()
      await expect(kai.getByRole('button', { name: 'Invite a person' })).toBeVisible()
      await openShares(mira, plantId)
      await expect(mira.getByRole('button', { name: 'Invite a person' })).toHaveCount(0)
      await confirm(mira, 'Leave this plant', 'Leave this plant')
      expect(await statusOf(mira, `/maintain-s/station/${plantId}`)).toBe(404)
      await mira.goto(server.url + SETTINGS)
      const code = (await mira.locator('code').textContent()) ?? ''

      await openShares(kai, plantId)
      await kai.getByRole('button', { name: 'Share with an organization' }).click()
      const share = kai.getByRole('dialog')
      await share.getByLabel('Organization code').fill('2222 2222')
      await share.getByRole('button', { name: 'Share', exact: true }).click()
      await expect(share.getByText('No organization has this code.')).toBeVisible()
      await expectAccessible(kai)
      await share.getByLabel('Organization code').fill(code.toLowerCase())
      await share.getByRole('button', { name: 'Share', exact: true }).click()
      await expect(kai.getByText('Harbor depot is shared with 1 organization.')).toBeVisible()
      await expect(kai.getByRole('main').getByText(FIRM).first()).toBeVisible()
      expect(await statusOf(mira, `/maintain-s/station/${plantId}`)).toBe(200)
      // The box shows what the server says, which takes a moment.
      await kai.getByLabel('Allow support to view this plant').click()
      await expect(kai.getByLabel('Allow support to view this plant')).toBeChecked()
      await expect(kai.getByText('turned on')).toBeVisible()
      await expectFine(kai)
      await confirm(kai, `Stop sharing with ${FIRM}`, 'Stop sharing')
      expect(await statusOf(mira, `/maintain-s/station/${plantId}`)).toBe(404)

      // Support belongs to the manager as a person: they view and change nothing.
      await mira.getByRole('button', { name: 'Switch to personal' }).click()
      await expect(stripe(mira)).toHaveCount(0)
      await openShares(mira, plantId)
      await expect(mira.getByRole('button', { name: 'Invite a person' })).toHaveCount(0)
      await kai.getByLabel('Allow support to view this plant').uncheck()
      await expect(kai.getByText('turned off')).toBeVisible()
      expect(await statusOf(mira, `/maintain-s/station/${plantId}`)).toBe(404)
    })

    test('deleting a plant by its name', async () => {
      await kai.goto(`${server.url}/plant/infos/detail/danger?id=${plantId}`)
      await kai.getByRole('button', { name: 'Delete plant' }).click()
      const dialog = kai.getByRole('dialog')
      await expect(dialog.getByRole('button', { name: 'Delete plant' })).toBeDisabled()
      await expectAccessible(kai)
      await dialog.getByLabel(/Type .* to confirm/).fill('Harbor depot')
      await dialog.getByLabel('Current password').fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Delete plant' }).click()
      await expect(kai.getByRole('dialog')).toHaveCount(0)
      await kai.waitForURL(/\/plant\/infos\/data$/)
      expect(await statusOf(kai, `/maintain-s/station/${plantId}`)).toBe(404)
    })

    test('a removed member is out at once, and a dissolved organization frees its members', async () => {
      await kai.goto(server.url + SETTINGS)
      await kai.getByRole('button', { name: 'Switch to it' }).click()
      await expect(stripe(kai)).toBeVisible()
      await mira.goto(server.url + SETTINGS)
      await mira.getByRole('button', { name: 'Switch to it' }).click()
      await expect(stripe(mira)).toBeVisible()
      await mira.getByRole('button', { name: /^Remove / }).click()
      await mira.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
      await expect(mira.getByText('1 member')).toBeVisible()

      expect(await statusOf(kai, '/user-s/acc/org/login-user')).toBe(401)
      await kai.reload()
      await kai.waitForURL(/\/login/)
      await signIn(kai, server.url, KAI, PASSWORD)
      await expect(kai.getByRole('button', { name: /Switch identity/ })).toHaveCount(0)

      await mira.getByRole('button', { name: 'Dissolve organization' }).click()
      await mira.getByLabel(/Type .* to confirm/).fill(FIRM)
      await expectAccessible(mira)
      await mira.getByRole('dialog').getByRole('button', { name: 'Dissolve organization' }).click()
      await expect(stripe(mira)).toHaveCount(0)
      await expect(
        mira.getByText('You are acting as yourself and are not a member of any organization yet.'),
      ).toBeVisible()
      await expectFine(mira)
    })
  })
