import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, watchPage } from '../checks.ts'
import { useDemo } from '../shared-demo.ts'
import { enterDemo } from './enter.ts'

const OPEN_DIALOG = 'dialog[open]'
const PHONE = { width: 390, height: 844 }

/** Opens a page of a plant, by itself Lindenhof roof, and waits for what it says first. */
async function openTab(page: Page, url: string, tab: string, first: string | RegExp, plant = 15): Promise<void> {
  await page.goto(`${url}/plant/infos/${tab}?id=${plant}`)
  await expect(page.getByText(first).first()).toBeVisible({ timeout: 30_000 })
}

/** As a link of the page would, without loading it all again: until what stood there is gone. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const shown = [...document.querySelectorAll('.page, [data-part~="settings-page"]')].at(-1)
    shown?.setAttribute('data-left', '')
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
  await expect(page.locator('[data-left]')).toHaveCount(0)
}

/** Nothing is loading any more, and nothing stands beyond the edge. */
async function expectFits(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(page.locator('main [data-part~="skeleton"]')).toHaveCount(0)
  await expectNoSidewaysScroll(page)
}

// What an installer does with a plant beside looking at it. Each test leaves the fleet as it was.
test.describe("an installer's tools", () => {
  const demo = useDemo()

  test('money, metering and direct access are set, and told in the change log', async ({ page }) => {
    const watch = watchPage(page)
    const { url } = demo()
    await enterDemo(page, url)
    await openTab(page, url, 'detail/money', 'New tariff')

    await page.getByRole('button', { name: 'New tariff' }).click()
    const tariff = page.getByRole('dialog', { name: 'New tariff' })
    await tariff.getByText('Per kWh produced', { exact: true }).click()
    await tariff.getByLabel('Price per kWh produced').fill('0,31')
    // The effect comes from the server before anything can be saved.
    await expect(tariff.getByRole('button', { name: 'Save' })).toBeEnabled()
    await expectAccessible(page, OPEN_DIALOG)
    await tariff.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/Per kWh produced · €0\.31/)).toBeVisible()
    await page
      .getByRole('button', { name: /^Remove tariff/ })
      .last()
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /remove/i })
      .click()
    await expect(page.getByText(/€0\.31/)).toHaveCount(0)

    await page.getByRole('link', { name: 'Metering', exact: true }).click()
    await page.getByRole('button', { name: 'Edit metering' }).click()
    const metering = page.getByRole('dialog')
    await metering.getByLabel('Added to total production').fill('12')
    await metering.getByRole('button', { name: 'Preview the effect' }).click()
    await expect(
      metering
        .getByRole('table')
        .or(metering.getByText(/days? changes?|No day changes/))
        .first(),
    ).toBeVisible()
    await expectAccessible(page, OPEN_DIALOG)
    await metering.getByRole('button', { name: 'Cancel' }).click()
    await expect(metering).toBeHidden()

    await page.goto(`${url}/plant/infos/detail/devices?id=15`)
    const access = page.getByRole('group', { name: 'What is allowed' }).or(page.getByLabel('What is allowed'))
    await access.getByText('Read', { exact: true }).click()
    await expect(page.getByText('Members with the right may read devices at once.')).toBeVisible()
    await access.getByText('Off', { exact: true }).click()
    await expect(page.getByText('Nothing is sent to the devices.')).toBeVisible()
    expect(watch.faults).toEqual([])
  })

  test('battery, performance and quality answer first, then explain', async ({ page }) => {
    const watch = watchPage(page)
    const { url } = demo()
    await enterDemo(page, url)
    await openTab(page, url, 'battery', /The battery/)
    await expect(page.getByText('State of charge (SoC)')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Inverter, battery, modules' }).getByRole('row')).not.toHaveCount(0)
    await page.goto(`${url}/plant/infos/performance?id=15`)
    // A fleet of minutes: its days are judged in turn, and until then the page says so.
    const year = page.getByRole('link', { name: 'Year', exact: true })
    const waiting = page.getByRole('heading', { name: /The first days are being judged|No complete day yet/ })
    await expect(year.or(waiting)).toBeVisible({ timeout: 30_000 })
    if (await year.isVisible()) {
      await year.click()
      await expect(page).toHaveURL(/view=year/)
      await expect(page.getByText('Performance ratio').first()).toBeVisible()
    }
    await openTab(page, url, 'quality', /of the due readings arrived/)
    await expect(page.getByRole('heading', { name: 'What was found' })).toBeVisible()

    // What if: the stored days with a larger battery, in the address.
    await page.getByRole('link', { name: 'What if?', exact: true }).click()
    await expect(page.getByText(/of the last \d+ days can be replayed/)).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('textbox', { name: 'Battery size' }).fill('20')
    await expect(page).toHaveURL(/way=added.*kwh=20|kwh=20.*way=added/)
    // Lindenhof has no purchase price: the energy answers.
    await expect(page.getByText(/^This battery would have given /)).toBeVisible()
    await expectAccessible(page, 'main')
    await page.getByRole('textbox', { name: 'Battery size' }).fill('')
    await expect(page.getByText(/^This change is not replayed/)).toBeVisible()
    expect(watch.faults).toEqual([])
  })

  test('the explorer: two series by search, in the address, as a table', async ({ page }) => {
    const watch = watchPage(page)
    const { url } = demo()
    await enterDemo(page, url)
    await page.goto(`${url}/explorer`)
    await page.getByRole('button', { name: 'Add series' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add series' })
    await dialog.getByRole('searchbox').or(dialog.getByLabel('Plant, device or value')).first().fill('lindenhof')
    const whole = dialog.getByRole('region', { name: 'Lindenhof roof, Whole plant' })
    await whole.getByRole('button').nth(0).click()
    await whole.getByRole('button').nth(1).click()
    await expect(dialog.getByText('2 of 12 series')).toBeVisible()
    await expectAccessible(page, OPEN_DIALOG)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page).toHaveURL(/s=p15/)
    await expect(page.locator('canvas').first()).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: /table/i }).first().click()
    await expect(page.getByRole('table').first()).toBeVisible()
    await expectAccessible(page, 'main')
    expect(watch.faults).toEqual([])
  })

  test('files: an export and a report are made and can be loaded', async ({ page }) => {
    const watch = watchPage(page)
    const { url } = demo()
    await enterDemo(page, url)
    await openTab(page, url, 'exportdata', 'New export')
    await page.getByRole('button', { name: 'Last 7 days' }).click()
    await page.getByRole('button', { name: 'Create file' }).click()
    const figures = page.getByRole('button', { name: /^Download Plant statistics/ }).first()
    await expect(figures).toBeVisible({ timeout: 30_000 })
    await page.getByText('Report', { exact: true }).click()
    await page.getByRole('button', { name: 'Yesterday' }).click()
    await page.getByRole('button', { name: 'Create file' }).click()
    const report = page.getByRole('button', { name: /^Download Report/ }).first()
    await expect(report).toBeVisible({ timeout: 30_000 })
    await expectAccessible(page, 'main')
    for (const [button, name] of [
      [figures, /\.xlsx$/],
      [report, /\.pdf$/],
    ] as const) {
      const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
      expect(file.suggestedFilename()).toMatch(name)
    }
    await page.goto(`${url}/reports`)
    await expect(page.getByRole('heading', { level: 1, name: 'Reports of all plants' })).toBeVisible()
    expect(watch.faults).toEqual([])
  })

  test('an earlier year comes from a file, is previewed, added and undone', async ({ page }) => {
    const watch = watchPage(page)
    const { url } = demo()
    await enterDemo(page, url)
    // Not the plant whose sums another file compares meanwhile.
    await openTab(page, url, 'import', 'Import history', 14)
    const rows = Array.from({ length: 48 }, (_, hour) => {
      const at = new Date(Date.UTC(2024, 5, 1, hour)).toISOString().slice(0, 16).replace('T', ' ')
      return `${at},${hour % 24 > 5 && hour % 24 < 20 ? 2000 : 0}`
    })
    const body = `Time,PV power (W)\n${rows.join('\n')}\n`
    const file = { name: 'june.csv', mimeType: 'text/csv', buffer: Buffer.from(body) }
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.getByText('48 rows were read.', { exact: false })).toBeVisible()
    await expectAccessible(page, 'main')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByText('Imported', { exact: true })).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: /^Undo/ }).click()
    const sure = page.getByRole('dialog').getByRole('button', { name: /^Undo/ })
    if (await sure.count()) await sure.click()
    await expect(page.getByText('Imported', { exact: true })).toHaveCount(0, { timeout: 30_000 })
    await expect(page.getByText('june.csv')).toHaveCount(0)
    expect(watch.faults).toEqual([])
  })

  test('a picture is added, and a tag groups plants', async ({ page }) => {
    const watch = watchPage(page)
    const { url } = demo()
    await enterDemo(page, url)
    await openTab(page, url, 'photos', 'Pictures')
    const picture = { name: 'roof.jpg', mimeType: 'image/jpeg', buffer: await page.screenshot({ type: 'jpeg' }) }
    await page.locator('input[type=file]').setInputFiles(picture)
    await expect(page.getByRole('img', { name: /Lindenhof/ }).first()).toBeVisible()
    await expectAccessible(page, 'main')

    await page.goto(`${url}/plant/fleet`)
    await page.getByRole('button', { name: 'Tags', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Tag plants…' }).click()
    await page.getByRole('checkbox', { name: 'Select Lindenhof roof' }).check()
    const bar = page.getByRole('status').filter({ hasText: '1 plant selected' })
    await bar.getByRole('button', { name: 'Tags' }).click()
    await page.getByRole('dialog').getByLabel('New tag').fill('Brandenburg')
    await expectAccessible(page, OPEN_DIALOG)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Tags saved')).toBeVisible()
    await expect(bar).toBeHidden()
    await page.getByRole('button', { name: 'Tags', exact: true }).click()
    await page.getByRole('menuitem', { name: /Brandenburg/ }).click()
    await expect(page).toHaveURL(/tag=\d+/)
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('table').getByRole('link', { name: 'Lindenhof roof' })).toBeVisible()
    expect(watch.faults).toEqual([])
  })

  test('a link for the hallway shows a picture until it is ended', async ({ page, request }) => {
    const watch = watchPage(page)
    const { url } = demo()
    await enterDemo(page, url, '/application/detail/largeScreen')
    const form = page.getByRole('region', { name: 'New link' })
    await form.getByLabel('Title').fill('Hallway')
    await form.getByLabel('Plants', { exact: true }).selectOption({ label: 'One plant' })
    await form.getByRole('combobox', { name: 'Plant', exact: true }).fill('Lindenhof')
    await page.getByRole('option', { name: /Lindenhof roof/ }).click()
    await form.getByRole('button', { name: 'Create link' }).click()
    const picture = page.getByRole('img', { name: 'Picture for electronic paper' })
    await expect(picture).toBeVisible()
    await expectAccessible(page, 'main')
    const address = (await picture.getAttribute('src')) ?? ''
    const seen = await request.get(address)
    expect([seen.status(), seen.headers()['content-type']]).toEqual([200, 'image/png'])
    const png = await seen.body()
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([800, 480])
    const end = page.getByRole('button', { name: 'End the link Hallway' })
    await end.click()
    await expect(end).toBeHidden()
    expect((await request.get(address)).status()).toBe(404)
    expect(watch.faults).toEqual([])
  })

  test('no page scrolls sideways on a phone, and each is reached from its tabs', async ({ page }) => {
    const watch = watchPage(page)
    const { url } = demo()
    await page.setViewportSize(PHONE)
    await enterDemo(page, url)
    await page.goto(`${url}/plant/infos/data?id=15`)
    const tabs = page.getByRole('navigation', { name: 'Main navigation' })
    const rows = {
      Devices: ['Devices', 'Battery', 'Panel layout'],
      Analysis: ['Performance', 'Letter', 'Data quality', 'Forecast', 'Explorer', 'What if?'],
      More: ['Sharing', 'Data export', 'Pictures', 'Settings'],
    }
    for (const [tab, names] of Object.entries(rows)) {
      await tabs.getByRole('link', { name: tab, exact: true }).click()
      const row = page.getByRole('navigation', { name: tab, exact: true })
      await expect(row.getByRole('link')).toHaveText(names)
      for (const name of names) {
        await row.getByRole('link', { name, exact: true }).click()
        await expect(row.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'true')
        await expectFits(page)
      }
    }
    const plant = ['alert', 'device', 'device/add', 'detail', 'photos', 'import', 'accuracy', 'relate']
    const account = ['base', 'common', 'security', 'message', 'organization', 'security-events', 'suggestion']
    for (const path of [
      ...plant.map((text) => `/plant/infos/${text}?id=15`),
      ...account.map((text) => `/account/settings/${text}`),
      ...['/explorer', '/reports', '/communicationReport', '/communicationReport?id=15', '/plant/bin', '/plant/flow'],
      ...['/plant/create', '/alarms', '/alarms/rules', '/messages', '/plant/fleet?as=map'],
    ]) {
      await test.step(path, async () => {
        await go(page, path)
        await expectFits(page)
      })
    }
    expect(watch.faults).toEqual([])
  })
})
