import { drawLabels, photograph } from '@heliograph/server/insight/layout-photos/testing/render-photo.ts'
import { expect, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, watchPage } from './checks.ts'
import { addPlant, enterAsFirstAdmin } from './first-admin.ts'
import { type Running, startServer } from './running.ts'

test.describe('modules from a photo and a file', () => {
  let server: Running
  test.beforeAll(async () => {
    server = await startServer()
  })
  test.afterAll(() => server.stop())

  test('a photo is read in the browser, mended, and becomes a group', async ({ page }) => {
    test.setTimeout(120_000)
    const watch = watchPage(page)
    const sheet = await drawLabels({ rows: 2, columns: 3, format: 'QRCode', seed: 4 })
    const distortion = { perspective: 0.04, degrees: 6, shadow: 0.3, noise: 4, quality: 80 }
    const photo = await photograph(sheet.image, distortion, 4, 1_400)
    await enterAsFirstAdmin(page, server)
    const id = await addPlant(page, 'Shed', { installedCapacity: 3.2 })
    // The browser itself reads the photo: nothing is sent.
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/photo/recognition/')) sent.push(request.url())
    })
    await page.goto(`${server.url}/plant/infos/component-layout?id=${id}&edit=1`)
    await page.getByRole('button', { name: 'From a photo' }).click()
    await page.getByLabel('Choose a photo').setInputFiles({ name: 'roof.jpg', mimeType: 'image/jpeg', buffer: photo })
    await expect(page.getByText('All 6 serial numbers were read.')).toBeVisible()
    const first = page.getByLabel('Serial number in row 1, column 1')
    await expect(first).toHaveValue(sheet.serials[0]?.[0] ?? '')
    await first.fill('122012345678')
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Take 6 modules' }).click()
    await expect(page.getByRole('application', { name: /Plan with 6 modules/ })).toBeVisible()
    expect(sent).toEqual([])

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'From a file' }).click()
    const file = { name: 'roof.csv', mimeType: 'text/csv', buffer: Buffer.from('A2210000001,A2210000002\n') }
    await page.getByLabel('Choose a file').setInputFiles(file)
    await expect(page.getByText('One group with 2 modules.')).toBeVisible()
    await page.getByRole('button', { name: 'Take 2 modules' }).click()
    await expect(page.getByRole('application', { name: /Plan with 8 modules/ })).toBeVisible()
    await page.getByRole('button', { name: 'Paper template' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as PDF' }).click()
    expect((await download).suggestedFilename()).toBe('modules.pdf')
    expect(watch.faults).toEqual([])
  })
})
