import type { Page } from '@playwright/test'
import { postponePrompts } from './checks.ts'
import type { Running } from './running.ts'

/** A plant in Potsdam; a journey names it and says what differs. */
const house = {
  type: 'HOUSE_ROOF',
  gridInterconnectionType: 'EXCESS',
  installedCapacity: 9.84,
  locationLat: 52.4,
  locationLng: 13.06,
  regionTimezone: 'Europe/Berlin',
  currency: 'EUR',
}

/** Creates the first administrator of an empty server by the link that it prints; the page is signed in then. */
export async function createFirstAdmin(page: Page, server: Running): Promise<void> {
  await page.goto(await server.setupLink())
  await page.getByLabel('Account name').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill('Sun-and-rain-7')
  await page.getByLabel('Repeat', { exact: false }).fill('Sun-and-rain-7')
  await page.getByRole('button', { name: /create/i }).click()
  await page.waitForURL(/\/plant/)
}

/** The same on a server whose prompts are not what the journey is about. */
export async function enterAsFirstAdmin(page: Page, server: Running): Promise<void> {
  await postponePrompts(page)
  await createFirstAdmin(page, server)
}

/** Calls the server from the page, with its session. @throws Error with the reply, unless it is 2xx */
export const post = (page: Page, path: string, body: unknown): Promise<{ id: number }> =>
  page.evaluate(
    async ({ path, body }) => {
      const headers = { 'content-type': 'application/json' }
      const { base = '' } = document.documentElement.dataset
      const reply = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
      const text = await reply.text()
      return text === '' ? undefined : JSON.parse(text)
    },
    { path, body },
  )

/** @returns the number of the new plant */
export const addPlant = async (page: Page, name: string, differs: Record<string, unknown> = {}): Promise<number> =>
  (await post(page, '/maintain-s/station', { ...house, name, ...differs })).id

export const addLogger = async (page: Page, plantId: number, serial: number | string): Promise<void> => {
  const registerItems = [{ deviceSn: `${serial}` }]
  await post(page, `/maintain-s/power/system/${plantId}/v2/gateway`, { registerItems })
}
