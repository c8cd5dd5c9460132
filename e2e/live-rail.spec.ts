import type { Values } from '@heliograph/domain/reading.ts'
import { expect, test } from '@playwright/test'
import { watchPage } from './checks.ts'
import { addLogger, addPlant, enterAsFirstAdmin } from './first-admin.ts'
import { type Running, startServer } from './running.ts'
import { connectStick } from './stick.ts'

const produces = (acPowerW: number, inverterState: number): Values => ({
  acPowerW,
  inverterState,
  ac1VoltageV: 231,
  acFrequencyHz: 50,
  generationTodayWh: 12_000,
  generationTotalWh: 8_012_000,
})

test.describe('the list of plants beside an open plant', () => {
  let server: Running
  test.beforeAll(async () => {
    server = await startServer()
  })
  test.afterAll(async () => {
    await server.stop()
  })

  test('follows the status of plants that are not open, without a reload', async ({ page }) => {
    test.setTimeout(120_000)
    const watch = watchPage(page)
    await enterAsFirstAdmin(page, server)
    await expect(page.getByRole('link', { name: /create plant/i }).first()).toBeVisible()
    const withBattery = { gridInterconnectionType: 'BATTERY_BACKUP' }
    await addLogger(page, await addPlant(page, 'Harbor', withBattery), 1_790_123_456)
    const open = await addPlant(page, 'Lindenhof', withBattery)
    const requests: string[] = []
    await page.goto(`${server.url}/plant/infos/data?id=${open}`)
    const card = page.getByRole('link', { name: /Harbor/ })
    const chips = page.getByRole('list', { name: 'Plants by status' })
    await expect(card).toContainText('Waiting')
    await expect(chips).toContainText('Waiting for data 2')
    page.on('request', (request) => requests.push(request.url()))

    const stick = connectStick(server.loggerPort, 1_790_123_456, 'DESK000001', 'sofar-2701')
    stick.logger.powerOn()
    const follow = async (name: string, values: Parameters<typeof stick.say>[0], shown: RegExp, chip: string) => {
      await stick.say(values)
      const storedAtMs = Date.now()
      await expect(card).toContainText(shown, { timeout: 10_000 })
      await expect(chips).toContainText(chip)
      test
        .info()
        .annotations.push({ type: name, description: `${Date.now() - storedAtMs} ms after the acknowledgement` })
      console.log(`${name}: shown ${Date.now() - storedAtMs} ms after the acknowledgement`)
    }
    await follow('first record', produces(4_200, 2), /4\.20/, 'Normal 1')
    await follow('fault', produces(0, 3), /Fault/, 'Fault 1')
    await follow('fault cleared', produces(4_640, 2), /4\.64/, 'Normal 1')
    stick.logger.stop()

    // The counts came with the stream: they were not requested, and the page was never loaded again.
    expect(requests.filter((url) => url.includes('/station/counts') || url.includes('/plant/infos'))).toEqual([])
    expect(watch.faults).toEqual([])
  })
})
