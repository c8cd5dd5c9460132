import { expect, test } from '@playwright/test'
import { expectAccessible, postponePrompts, watchPage } from './checks.ts'
import { type Running, startServer } from './running.ts'
import { atNoon, connectStick } from './stick.ts'

test.describe('from an empty server to a working plant', () => {
  let server: Running
  test.beforeAll(async () => {
    server = await startServer({}, true)
  })
  test.afterAll(async () => {
    await server.stop()
  })

  test('set-up link, administrator, plant, logger, first frame, changed value', async ({ page }) => {
    test.setTimeout(120_000)
    const watch = watchPage(page)
    const link = await server.setupLink()

    await postponePrompts(page)
    await page.goto(link)
    await expectAccessible(page)
    await page.getByLabel('Account name').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByLabel('Repeat', { exact: false }).fill('short')
    await page.getByRole('button', { name: /create/i }).click()
    // The rule is shown, and no account is created.
    await expect(page.getByText(/8 to 100 characters/).first()).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill('Sun-and-rain-7')
    await page.getByLabel('Repeat', { exact: false }).fill('Sun-and-rain-7')
    await page.getByRole('button', { name: /create/i }).click()

    // The server is empty, and the page says what to do.
    await page.waitForURL(/\/plant/)
    await expectAccessible(page)
    await page
      .getByRole('link', { name: /create plant/i })
      .first()
      .click()

    await page.getByLabel('Name', { exact: true }).fill('Lindenhof <b>roof</b>')
    await page.getByLabel('Installed capacity').fill('9.84')
    await page.getByRole('combobox', { name: 'Find a town or address' }).fill('52.40, 13.06')
    await expect(page.getByText(/Germany/).first()).toBeVisible()
    await expectAccessible(page)
    // The other steps may follow later: they are looked at on the way.
    await page.getByRole('button', { name: 'Add details' }).click()
    await page.getByText('Storage system', { exact: true }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add prices' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create plant' }).click()

    // A logger cannot be registered with an invalid serial; a valid one waits for its first contact.
    await page.getByLabel(/serial numbers/i).fill('not-a-number 1790123456')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await expect(page.getByText('Not a serial number')).toBeVisible()
    await expect(page.getByText('Waiting for proof that it is yours')).toBeVisible()
    await expectAccessible(page)

    // An unregistered logger is listed, its record waits, and one click adds it.
    const stray = connectStick(server.loggerPort, 1_790_777_777, 'STRAY00001')
    stray.logger.powerOn()
    await stray.say(atNoon(0, 0))
    await expect(page.getByText('1 record stored')).toBeVisible({ timeout: 20_000 })
    await page.getByRole('button', { name: 'Register 1790777777 to this plant' }).click()
    await expect(page.getByText(/1 stored record is being decoded/)).toBeVisible()
    stray.logger.stop()

    const stick = connectStick(server.loggerPort, 1_790_123_456, 'DESK000001')
    stick.logger.powerOn()
    await expect(page.getByText('Connected, waiting for data').first()).toBeVisible()
    await stick.say(atNoon(4_200, 12_000))
    await expect(page.getByText('Receiving data').first()).toBeVisible()
    await page.getByRole('link', { name: /to the plant/i }).click()

    await expect(page.getByRole('heading', { level: 1, name: 'Lindenhof <b>roof</b>', exact: true })).toBeVisible()
    // The rail shows the power as well: what counts is the page itself.
    const main = page.getByRole('main')
    await expect(main.getByText('4.20').first()).toBeVisible()
    await expect(main.getByText('No logger yet')).toHaveCount(0)
    await expectAccessible(page)

    // The next frame changes the value on the open page without a reload.
    await stick.say(atNoon(4_640, 12_080))
    const sent = Date.now()
    await expect(main.getByText('4.64').first()).toBeVisible({ timeout: 3_000 })
    test.info().annotations.push({ type: 'frame to figure', description: `${Date.now() - sent} ms` })
    stick.logger.stop()

    // The link is invalid after use.
    await page.context().clearCookies()
    await page.goto(link)
    await expect(page.getByText(/existing account/i).first()).toBeVisible()
    await expect(page.getByLabel('Account name')).toHaveCount(0)
    expect(watch.faults).toEqual([])
  })
})
