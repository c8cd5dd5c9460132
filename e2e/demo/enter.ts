import { expect, type Page } from '@playwright/test'
import { postponePrompts } from '../checks.ts'
import { demoAccount } from '../running.ts'

/** In by the same call as the form: signing in itself is tested elsewhere, and its page costs seconds. */
export async function enterDemo(page: Page, url: string, path?: string): Promise<void> {
  await postponePrompts(page)
  const reply = await page.request.post(`${url}/oauth2-s/oauth/token`, {
    form: { grant_type: 'password', username: demoAccount.account, password: demoAccount.password },
  })
  expect(reply.ok()).toBe(true)
  if (path === undefined) return
  await page.goto(url + path)
  // What the server drew takes no keys.
  await expect(page.locator('#drawn-screen')).toHaveCount(0)
}
