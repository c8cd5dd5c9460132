import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { expectAccessible, watchPage } from './checks.ts'
import { enterAsFirstAdmin } from './first-admin.ts'
import { type Running, startServer } from './running.ts'

/** A drawing that would run scripts, load from elsewhere and speak HTML. */
const HOSTILE_SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60" onload="window.stolen = 1">
  <script>window.stolen = 1</script>
  <image href="https://evil.example/pixel.png" width="10" height="10"/>
  <foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml" onload="window.stolen = 1"/></foreignObject>
  <a href="javascript:window.stolen = 1"><rect width="200" height="60" fill="#a03060"/></a></svg>`

test.describe('the brand editor', () => {
  let server: Running
  test.beforeAll(async () => {
    server = await startServer()
  })
  test.afterAll(() => server.stop())

  test('a brand is made, seen, saved, rolled back and carried away', async ({ page, browser }) => {
    test.setTimeout(240_000)
    const watch = watchPage(page)
    const part = (name: string) => page.getByRole('link', { name, exact: true }).click()
    const preview = page.getByRole('complementary', { name: 'Preview' })
    const save = page.getByRole('button', { name: 'Save and show' })
    await enterAsFirstAdmin(page, server)
    await page.goto(`${server.url}/account/settings/brand`)
    await page.getByRole('button', { name: 'Add brand' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Sunny & Söhne')
    await expect(dialog.getByLabel('Short name')).toHaveValue('sunny-sohne')
    await dialog.getByRole('button', { name: 'Add brand' }).click()
    await page.getByRole('link', { name: 'Edit' }).click()

    // Texts, for all languages and for one; each scene of the preview shows them at once.
    await page.getByLabel('Name of the platform').fill('Sunny Co')
    for (const scene of ['Sign-in', 'Plant', 'Email', 'Report']) {
      await preview.getByRole('button', { name: scene, exact: true }).click()
      await expect(preview.getByText('Sunny Co').first()).toBeVisible()
      await expectAccessible(page)
    }
    await page.getByLabel('Language of these texts').selectOption('de')
    await page.getByLabel('Name of the platform').fill('Sonnig GmbH')

    // A hostile drawing becomes pixels.
    await part('Pictures')
    await page
      .getByLabel('Choose a file: Logo', { exact: true })
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(HOSTILE_SVG) })
    const logo = page.getByRole('img', { name: 'Logo', exact: true })
    await expect(logo).toBeVisible()
    const kept = await page.request.get(new URL((await logo.getAttribute('src')) ?? '', server.url).href)
    expect(kept.headers()['content-type']).toBe('image/png')
    expect(await page.evaluate(() => 'stolen' in window)).toBe(false)
    await expectAccessible(page)

    // An unreadable color is reported, and shown otherwise.
    await part('Colors')
    await page.getByLabel('Code: Primary', { exact: true }).fill('#ffe600')
    await expect(page.getByText(/hard to read as set/)).toBeVisible()
    await expectAccessible(page)
    await save.click()
    await expect(page.getByText('Version 1 is shown.')).toBeVisible()

    // A visitor sees it through its link, in both languages, on an accessible page.
    const stranger = await browser.newContext({ locale: 'en-GB' })
    const visit = await stranger.newPage()
    await visit.goto(`${server.url}/login?clientStyle=sunny-sohne`)
    await expect(visit).toHaveTitle(/Sunny Co/)
    await expectAccessible(visit)
    await visit.goto(`${server.url}/login`)
    // Kept for the browser session.
    await expect(visit).toHaveTitle(/Sunny Co/)
    await stranger.close()
    const german = await browser.newContext({ locale: 'de-DE' })
    const besuch = await german.newPage()
    await besuch.goto(`${server.url}/login?clientStyle=sunny-sohne`)
    await expect(besuch).toHaveTitle(/Sonnig GmbH/)
    await german.close()

    // A domain is claimed; without a proof it shows nothing.
    await part('Domains')
    await page.getByLabel('Domain', { exact: true }).fill('pv.sunny.invalid')
    await page.getByRole('button', { name: 'Add domain' }).click()
    await expect(page.getByText('_heliograph.pv.sunny.invalid')).toBeVisible()
    await page.getByRole('button', { name: 'Check file' }).click()
    await expect(page.getByRole('button', { name: 'Check file' })).toBeEnabled()
    await expect(page.getByText('Verified: it shows this brand.')).toHaveCount(0)
    await expectAccessible(page)

    // A second version, the way back, and the brand as one file.
    await part('Texts and links')
    await page.getByLabel('Name of the platform').fill('Shady Co')
    await save.click()
    await expect(page.getByText('Version 2 is shown.')).toBeVisible()
    await part('Versions')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show again' }).click()
    await expect(page.getByText('Version 3 is shown.')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const file = await (await download).path()
    expect(await readFile(file, 'utf8')).toContain('Sunny Co')
    await page.getByLabel('Import').setInputFiles(file)
    await expect(page.getByText('The file has been read. Check it, then save.')).toBeVisible()
    await save.click()
    await expect(page.getByText('Version 4 is shown.')).toBeVisible()
    expect(watch.faults).toEqual([])
  })
})
