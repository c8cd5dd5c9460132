import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, takePicture, watchPage } from './checks.ts'
import { addPlant, enterAsFirstAdmin } from './first-admin.ts'
import { type Running, startServer } from './running.ts'
import { atNoon, connectStick } from './stick.ts'

const SERIAL = '1790123456'

/** The first administrator with a plant, on the page where loggers are added. */
async function openLoggerPage(page: Page, server: Running): Promise<void> {
  await enterAsFirstAdmin(page, server)
  const id = await addPlant(page, 'Lindenhof')
  await page.goto(`${server.url}/plant/infos/device/add?id=${id}`)
}

const register = async (page: Page): Promise<void> => {
  const register = page.getByRole('button', { name: 'Register', exact: true })
  const claimed = page.getByRole('listitem').filter({ hasText: SERIAL }).getByText('Waiting for proof', { exact: true })
  // A prompt that opens meanwhile takes what was typed with it: then type again.
  await expect(async () => {
    await page.getByLabel(/serial numbers/i).fill(SERIAL)
    await register.click()
    await expect(claimed).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 45_000 })
}

test.describe('a logger belongs to a plant after a proof', () => {
  let server: Running
  // The proxy in front of this server says where the browser is.
  test.beforeAll(async () => {
    server = await startServer({ TRUST_PROXY: '1' })
  })
  test.afterAll(async () => {
    await server.stop()
  })
  test.use({ extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.66', 'x-forwarded-proto': 'http' } })

  test('from another network it waits until a requested restart proves it', async ({ page }) => {
    test.setTimeout(120_000)
    const watch = watchPage(page)
    const stick = connectStick(server.loggerPort, Number(SERIAL), 'DESK000001')
    stick.logger.powerOn()
    await stick.say(atNoon(4_200, 12_000))
    await openLoggerPage(page, server)
    await expect(page.locator('[data-part="server-line"]')).toHaveText(/^(\d+(\.\d+){3},|,\S+),\d+,TCP$/)

    await register(page)
    await expect(page.getByText('Waiting for proof that it is yours')).toBeVisible()
    await expect(page.getByText(/stored record is being read/)).toHaveCount(0)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
        await takePicture(page, `proof-${width}-${colorScheme}`)
      }
    }
    // The proxy in front hides where loggers connect from: no place can be compared.
    await expect(page.getByRole('button', { name: 'Check again from here' })).toHaveCount(0)

    // Nobody pulls its plug yet: what it sends proves nothing.
    await page.getByRole('button', { name: 'I restart it now' }).click()
    await expect(page.getByText(/Restart the logger now/)).toBeVisible()
    await expectAccessible(page)
    await takePicture(page, 'proof-restart')
    await stick.say(atNoon(4_250, 12_010))
    await expect(page.getByText('Waiting for proof that it is yours')).toBeVisible()

    stick.restart()
    await expect(page.getByText('Connected, waiting for data')).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('Waiting for proof that it is yours')).toHaveCount(0)
    await stick.say(atNoon(4_300, 12_020))
    await expect(page.getByText('Receiving data').first()).toBeVisible()
    stick.logger.stop()
    expect(watch.faults).toEqual([])
  })
})

test.describe('on a private installation', () => {
  let server: Running
  test.beforeAll(async () => {
    server = await startServer()
  })
  test.afterAll(async () => {
    await server.stop()
  })

  test('the serial number is the only step', async ({ page }) => {
    test.setTimeout(90_000)
    const watch = watchPage(page)
    await openLoggerPage(page, server)
    await register(page)
    const stick = connectStick(server.loggerPort, Number(SERIAL), 'DESK000001')
    stick.logger.powerOn()
    await expect(page.getByText('Connected, waiting for data')).toBeVisible({ timeout: 20_000 })
    await stick.say(atNoon(4_200, 12_000))
    await expect(page.getByText('Receiving data').first()).toBeVisible()
    stick.logger.stop()
    expect(watch.faults).toEqual([])
  })
})
