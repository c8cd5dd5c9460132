import type { Values } from '@heliograph/domain/reading.ts'
import { expect, test } from '@playwright/test'
import { postponePrompts, watchPage } from './checks.ts'
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
    await postponePrompts(page)
    await page.goto(await server.setupLink())
    await page.getByLabel('Account name').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill('Sun-and-rain-7')
    await page.getByLabel('Repeat', { exact: false }).fill('Sun-and-rain-7')
    await page.getByRole('button', { name: /create/i }).click()
    await page.waitForURL(/\/plant/)
    await expect(page.getByRole('link', { name: /create plant/i }).first()).toBeVisible()
    const open = await page.evaluate(async () => {
      const post = async (path: string, body: unknown): Promise<{ id: number }> => {
        const headers = { 'content-type': 'application/json' }
        const reply = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
        return reply.json()
      }
      const add = (name: string) =>
        post('/maintain-s/station', {
          name,
          type: 'HOUSE_ROOF',
          gridInterconnectionType: 'BATTERY_BACKUP',
          installedCapacity: 9.84,
          locationLat: 52.4,
          locationLng: 13.06,
          regionTimezone: 'Europe/Berlin',
          currency: 'EUR',
        })
      const harbour = await add('Harbour')
      await post(`/maintain-s/power/system/${harbour.id}/v2/gateway`, { registerItems: [{ deviceSn: '1790123456' }] })
      return (await add('Lindenhof')).id
    })
    const requests: string[] = []
    await page.goto(`${server.url}/plant/infos/data?id=${open}`)
    const card = page.getByRole('link', { name: /Harbour/ })
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

    // The counts came with the stream: nobody asked for them, and the page was never loaded again.
    expect(requests.filter((url) => url.includes('/station/counts') || url.includes('/plant/infos'))).toEqual([])
    expect(watch.faults).toEqual([])
  })
})
