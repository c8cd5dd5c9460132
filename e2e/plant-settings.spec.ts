import { expect, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, takePicture, watchPage } from './checks.ts'
import { addLogger, addPlant, enterAsFirstAdmin } from './first-admin.ts'
import { type Running, startServer } from './running.ts'
import { atNoon, connectStick } from './stick.ts'

test.describe("correcting a plant's data", () => {
  let server: Running
  test.beforeAll(async () => {
    server = await startServer()
  })
  test.afterAll(async () => {
    await server.stop()
  })

  test('plant fields and a device are edited, and the history is recounted', async ({ page }) => {
    test.slow()
    const watch = watchPage(page)
    await enterAsFirstAdmin(page, server)

    const id = await addPlant(page, 'Lindenhof', { mergeElectricPrice: 0.046 })
    await addLogger(page, id, 1_790_123_456)
    const stick = connectStick(server.loggerPort, 1_790_123_456, 'DESK000001')
    stick.logger.powerOn()
    await stick.say(atNoon(4_200, 12_000))
    await stick.say(atNoon(4_640, 12_080))

    await page.goto(`${server.url}/plant/infos/data?id=${id}`)
    await page.getByRole('link', { name: 'More', exact: true }).click()
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    const index = page.getByRole('navigation', { name: 'Plant settings' })
    await expect(index.getByRole('link', { name: 'Basics' })).toHaveAttribute('aria-current', 'page')
    await expectAccessible(page)

    // The effect of a change is shown before it is saved.
    await page.getByLabel('Name', { exact: true }).fill('Lindenhof barn')
    await index.getByRole('link', { name: 'Roof' }).click()
    await page.getByLabel('Installed capacity').fill('12,5')
    await index.getByRole('link', { name: 'Location' }).click()
    const zone = page.getByLabel('Time zone')
    await zone.fill('Azores')
    await page.getByRole('option', { name: /Azores/ }).click()
    await expect(page.getByText(/will be recalculated from the stored samples/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save 3 changes' }).click()

    // The header shows it at once; the recount ends by itself.
    await expect(page.getByRole('heading', { level: 1, name: 'Lindenhof barn' })).toBeVisible()
    await expect(page.getByText(/12\.50 kWp/).first()).toBeVisible()
    await expect
      .poll(async () =>
        page.evaluate(async (plant) => (await (await fetch(`/maintain-s/station/${plant}/recount`)).json()).state, id),
      )
      .toBe('done')
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    // The header's clock is that of the new zone; its offset is in the hint.
    await expect(page.getByText(/UTC[-−+]0?[01]/).first()).toBeAttached()

    // A device gets its own name; erasing it asks for that name.
    await index.getByRole('link', { name: 'Devices' }).click()
    await page.getByRole('button', { name: /^Edit .*DESK000001/ }).click()
    await page.getByLabel('Device name').fill('South roof')
    await page.getByLabel('Rated power').fill('8000')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('link', { name: 'South roof' })).toBeVisible()

    await test.step('a saved setting is undone within the bar, another one from the log', async () => {
      const title = page.getByRole('heading', { level: 1 })
      await index.getByRole('link', { name: 'Basics' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Lindenhof stable')
      await page.getByRole('button', { name: 'Save 1 change' }).click()
      await expect(title).toHaveText('Lindenhof stable')
      const undo = page.getByRole('button', { name: 'Undo', exact: true })
      await expect(undo).toBeVisible()
      await expectAccessible(page)
      await undo.press('Enter')
      await expect(title).toHaveText('Lindenhof barn')
      await expect(page.getByText('Undone.')).toBeVisible()
      await page.getByLabel('Name', { exact: true }).fill('Lindenhof yard')
      await page.getByRole('button', { name: 'Save 1 change' }).click()
      await expect(title).toHaveText('Lindenhof yard')
      await page.goto(`${server.url}/plant/infos/relate?id=${id}`)
      await expectAccessible(page)
      await page
        .getByRole('button', { name: /^Undo: / })
        .first()
        .click()
      await expect(title).toHaveText('Lindenhof barn')
    })

    await test.step('an inverter is replaced by its labels, and its first record is checked', async () => {
      await page.goto(`${server.url}/plant/infos/device?id=${id}`)
      await page.getByRole('link', { name: 'Replace a device' }).click()
      const old = page.getByRole('combobox', { name: 'Old device' })
      await old.fill('DESK')
      await page.getByRole('option', { name: /South roof/ }).click()
      await page.getByLabel('Serial number of the new one').fill('DESK000002')
      await expect(
        page.getByText('South roof keeps its name, its curves and all its energies.', { exact: false }),
      ).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Enter')
      await expect(page.getByText('Waiting for the first record of DESK000002.', { exact: false })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Undo the replacement' })).toBeVisible()
      await expectAccessible(page)
      await stick.say(atNoon(4_700, 12_160), undefined, 'DESK000002')
      await expect(page.getByText(/^DESK000002 sends:/)).toBeVisible()
      await expect(page.getByText('Its counter stands at 8.01 MWh and is counted from there on.')).toBeVisible()
      await expect(page.getByText('It has sent records and can no longer be undone.', { exact: false })).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('its logger is replaced on a phone, and its devices report through the new one', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`${server.url}/plant/infos/device/replace?id=${id}&old=1790123456`)
      await page.getByLabel('Serial number of the new one').fill('1790123499')
      await page.getByRole('button', { name: 'Replace', exact: true }).click()
      await expect(page.getByText(/1790123499 takes the place of 1790123456 once it is proven/)).toBeVisible()
      stick.logger.stop()
      const next = connectStick(server.loggerPort, 1_790_123_499, 'DESK000002')
      next.logger.powerOn()
      await next.say(atNoon(4_720, 12_200))
      await expect(page.getByText('Receiving data').first()).toBeVisible()
      await expect(
        page.getByRole('list', { name: 'Devices behind it' }).getByRole('link', { name: 'South roof' }),
      ).toBeVisible()
      await expect(page.getByRole('button', { name: 'Undo the replacement' })).toBeVisible()
      await expectNoSidewaysScroll(page)
      await page.setViewportSize({ width: 1280, height: 720 })
      next.logger.stop()
    })

    await page.goto(`${server.url}/plant/infos/detail/devices?id=${id}`)
    await page.getByRole('button', { name: 'More for South roof' }).click()
    await page.getByRole('menuitem', { name: 'Remove South roof' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Delete with history', { exact: true }).first().click()
    const erase = dialog.getByRole('button', { name: 'Delete with history' })
    await expect(erase).toBeDisabled()
    await dialog.getByLabel(/to confirm/).fill('South roof')
    await expectAccessible(page)
    await erase.click()
    await expect(page.getByRole('link', { name: 'South roof' })).toHaveCount(0)

    // The log has the previous values and who changed them.
    await page.getByRole('link', { name: /shar/i }).first().click()
    await expect(page.getByText(/Lindenhof → Lindenhof barn/)).toBeVisible()
    for (const entry of ['Device replaced', 'Logger replaced'])
      await expect(page.getByText(entry).first()).toBeVisible()

    for (const part of ['', '/place', '/roof', '/money', '/metering', '/alarms', '/devices', '/danger']) {
      await page.goto(`${server.url}/plant/infos/detail${part}?id=${id}`)
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await expect(page.locator('[data-part~="card"]').first()).toBeVisible()
          await expectNoSidewaysScroll(page)
          await expectAccessible(page)
          await takePicture(page, `settings${part.replace('/', '-')}-${width}-${colorScheme}`)
        }
      }
    }
    // The address that refused steps had before.
    await page.goto(`${server.url}/plant/infos/detail?id=${id}#refused`)
    await page.waitForURL(/\/plant\/infos\/quality/)
    expect(watch.faults).toEqual([])
  })
})
