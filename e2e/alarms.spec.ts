import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, signIn, watchPage } from './checks.ts'
import { readSubjects } from './outbox.ts'
import { demoAccount, type Running, startServer } from './running.ts'

const MINUTE_MS = 60_000

/** As a program of the owner does it, with the session of the page. */
const post = (page: Page, path: string, body: unknown) =>
  page.evaluate(
    async ({ path, body }) => {
      const headers = { 'content-type': 'application/json' }
      const reply = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await reply.json()) as { id: number }
    },
    { path, body },
  )

async function addPlant(page: Page, name: string): Promise<number> {
  const { id } = await post(page, '/maintain-s/station', {
    name,
    type: 'HOUSE_ROOF',
    gridInterconnectionType: 'EXCESS',
    installedCapacity: 9.84,
    currency: 'EUR',
    locationLat: 52.4,
    locationLng: 13.06,
    regionTimezone: 'Europe/Berlin',
  })
  return id
}

/** Readings one by one, as a logger sends them; the last of them now. */
async function report(page: Page, plantId: number, values: readonly Readonly<Record<string, number>>[]): Promise<void> {
  for (const [index, one] of values.entries()) {
    const at = Date.now() - (values.length - 1 - index) * MINUTE_MS
    const readings = [{ at, values: one }]
    const device = { serial: `INV-${plantId}`, name: 'South inverter', type: 'INVERTER', readings }
    await post(page, `/maintain-s/station/${plantId}/readings`, { devices: [device] })
  }
}
const fault = { acPowerW: 0, generationTotalWh: 4_000_000, faultCode1: 23 }

test.describe('alarms and messages', () => {
  let server: Running
  const dataDir = mkdtempSync(join(tmpdir(), 'heliograph-alarms-'))
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

  test('an alarm comes by itself, is acknowledged, snoozed, assigned, noted, blocked', async ({ page, browser }) => {
    const watched = watchPage(page)
    await signIn(page, server.url, demoAccount.account, demoAccount.password)
    const plantId = await addPlant(page, 'Lindenhof')
    await page.goto(`${server.url}/plant/infos/alert?id=${plantId}`)
    await expect(page.getByText('No data yet').first()).toBeVisible()

    // Nobody reloads: the stream brings it to the list and to the plant's card.
    await report(page, plantId, [fault, fault, fault])
    const list = page.getByRole('region', { name: 'List of alarms' })
    await expect(list.getByRole('link', { name: 'Device reports a fault' })).toBeVisible()
    await expect(page.getByRole('link', { name: /Lindenhof.*1 open alarm/ }).first()).toBeVisible()
    await expectAccessible(page)

    await page.keyboard.press('j')
    const drawer = page.getByRole('region', { name: 'Device reports a fault' })
    await expect(drawer.getByText('Likely causes and what to do')).toBeVisible()
    await page.keyboard.press('e')
    await expect(drawer.getByRole('button', { name: 'Take acknowledgment back' })).toBeVisible()
    await page.keyboard.press('s')
    await page.getByRole('dialog').getByRole('button', { name: 'Snooze' }).click()
    await expect(drawer.getByRole('button', { name: 'Wake' })).toBeVisible()
    await drawer.getByRole('button', { name: 'Assign' }).click()
    await page.getByRole('dialog').getByLabel('Person').selectOption({ index: 1 })
    await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click()
    // Nobody types behind an open dialog; it closes when the call has answered.
    await expect(page.getByRole('dialog')).toBeHidden()
    await drawer.getByLabel('Note').fill('Fuse ordered')
    await drawer.getByRole('button', { name: 'Add note' }).click()
    await expect(drawer.getByText('Fuse ordered')).toBeVisible()
    await expect(drawer.getByText(/^Assigned to Demo/)).toBeVisible()
    await expectAccessible(page)

    await test.step('a signed file proves it, and anybody can check that', async () => {
      const [file] = await Promise.all([
        page.waitForEvent('download', { timeout: 60_000 }),
        drawer.getByRole('button', { name: 'Proof pack (PDF)' }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(/proof.*\.pdf$/)
      const pdf = await readFile(await file.path())
      const guest = await browser.newPage()
      await guest.goto(`${server.url}/reports/check`)
      const input = guest.locator('input[type=file]')
      await input.setInputFiles({ name: 'proof.pdf', mimeType: 'application/pdf', buffer: pdf })
      await expect(guest.getByText(/^Made here on .*, and unchanged/)).toBeVisible()
      await expectAccessible(guest)
      const changed = Buffer.from(pdf)
      changed.writeUInt8(changed.readUInt8(changed.length >> 1) ^ 1, changed.length >> 1)
      await input.setInputFiles({ name: 'proof.pdf', mimeType: 'application/pdf', buffer: changed })
      await expect(guest.getByText(/^Made here on/)).toHaveCount(0)
      await expect(guest.getByRole('status').first()).not.toBeEmpty()
      await guest.close()
    })

    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Block' })
    await expect(async () => {
      if (!(await confirm.isVisible())) await drawer.getByRole('button', { name: 'Block' }).click({ timeout: 5_000 })
      await confirm.click({ timeout: 5_000 })
    }).toPass()
    await expect(drawer.getByRole('button', { name: 'End block' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: /^Blocked/ }).click()
    await expect(page.getByText('1 of 10')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'End block' }).click()
    await expect(page.getByText('1 of 10')).toBeHidden()
    await page.getByRole('link', { name: /^Ongoing/ }).click()
    await expect(list.getByRole('link', { name: 'Device reports a fault' })).toBeVisible()
    expect(watched.faults).toEqual([])
  })

  test('settings, a test email with its log, the last messages live', async ({ page }) => {
    const watched = watchPage(page)
    await signIn(page, server.url, demoAccount.account, demoAccount.password)
    await page.goto(`${server.url}/account/settings/message`)
    await page.getByLabel('Alarms: Email').selectOption({ label: 'Faults and warnings' })
    await page.getByLabel('Collect alarms').selectOption({ label: 'Do not collect' })
    await page.getByRole('checkbox', { name: 'Keep quiet hours' }).check()
    await expect(page.getByLabel('From')).toHaveValue('22:00')
    await page.getByRole('checkbox', { name: 'Keep quiet hours' }).uncheck()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send a test' }).first().click()
    await expect(page.getByText('Test · Kept here')).toBeVisible({ timeout: 20_000 })
    await page.reload()
    await expect(page.getByLabel('Alarms: Email')).toHaveValue('1')

    // An alarm of another plant: the open page counts it, and an email leaves.
    await page.goto(`${server.url}/messages`)
    await expect(page.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible()
    const plantId = await addPlant(page, 'Barn')
    await report(page, plantId, [fault, fault, fault])
    await expect(page.getByText('Barn: Device reports a fault')).toBeVisible({ timeout: 15_000 })
    await expect
      .poll(async () => (await readSubjects(dataDir)).find((subject) => subject.startsWith('Barn')), {
        timeout: 20_000,
      })
      .toMatch(/^Barn: Device reports a fault/)
    const bell = page.getByRole('button', { name: /^Messages: \d+ unread$/ })
    await bell.click()
    const panel = page.getByRole('dialog', { name: 'Messages' })
    await expect(panel.getByRole('link', { name: /Barn: Device reports a fault/ })).toBeVisible()
    await expectAccessible(page)
    await panel.getByRole('link', { name: /Barn: Device reports a fault/ }).click()
    await expect(page).toHaveURL(/\/plant\/infos\/alert\?id=\d+&alarm=/)
    await expect(page.getByRole('region', { name: 'Device reports a fault' })).toBeVisible()
    expect(watched.faults).toEqual([])
  })
})
