import { expect, type Request, test } from '@playwright/test'
import { postponePrompts, watchPage } from './checks.ts'
import { type Running, startServer } from './running.ts'

const PASSWORD = 'Sun-and-rain-7'

test.describe('credentials are sent encrypted', () => {
  let server: Running
  test.beforeAll(async () => {
    server = await startServer()
    const token = new URL(await server.setupLink()).searchParams.get('token')
    const reply = await fetch(`${server.url}/user-s/acc/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, account: 'admin', password: PASSWORD }),
    })
    expect(reply.status).toBe(200)
  })
  test.afterAll(async () => {
    await server.stop()
  })

  for (const [where, host, isSecure] of [
    ['with Web Crypto', 'localhost', true],
    ['without it, on plain http', 'pv.example.org', false],
  ] as const)
    test(where, async ({ page }) => {
      const watch = watchPage(page)
      const secret: Request[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/oauth/token')) secret.push(request)
      })
      await postponePrompts(page)
      // Browsers hide Web Crypto from pages of plain http that are not localhost.
      await page.goto(`${server.url}/login`.replace('localhost', host))
      expect(await page.evaluate(() => isSecureContext && 'subtle' in crypto)).toBe(isSecure)
      await page.getByLabel('Account', { exact: true }).fill('admin')
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.waitForURL(/\/plant\/infos/)

      expect(secret).toHaveLength(1)
      for (const request of secret) {
        expect(request.headers()['content-type']).toBe('application/octet-stream')
        expect(request.headers().dk).toMatch(/^[\w+/]{300,}=*$/)
        expect(request.postDataBuffer()?.includes(PASSWORD)).toBe(false)
        const reply = await request.response()
        expect(reply?.headers().encrypt).toBe('1')
        expect((await reply?.body())?.includes('access_token')).toBe(false)
      }
      expect(watch.faults).toEqual([])
    })
})
