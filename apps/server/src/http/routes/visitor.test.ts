import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/app.ts'
import { readTrustedProxies } from '../trusted-proxies.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp(0, { trustedProxies: readTrustedProxies('1'), countryHeader: 'cf-ipcountry' })
})
afterAll(() => test.close())

const country = async (said: string | undefined, remoteAddress = '127.0.0.1') => {
  const headers = said === undefined ? {} : { 'cf-ipcountry': said }
  return (await test.app.inject({ url: '/user-s/acc/country-info', headers, remoteAddress })).json().countryCode
}

it("names the visitor's country only by a trusted proxy", async () => {
  expect(await country('de')).toBe('DE')
  expect(await country('DE', '203.0.113.9')).toBeNull()
  for (const none of [undefined, '', 'XX', 'T1', 'Germany']) expect(await country(none)).toBeNull()
})

it("names the visitor's address", async () => {
  const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }
  const ask = async (from: string) =>
    (await test.app.inject({ url: '/user-s/acc/client-ip', headers, remoteAddress: from })).json().ip
  const addresses = ['127.0.0.1', '::ffff:127.0.0.1', '203.0.113.9', '::ffff:203.0.113.9', '2001:db8::9']
  expect(await Promise.all(addresses.map(ask))).toEqual([
    '203.0.113.7',
    '203.0.113.7',
    '203.0.113.9',
    '203.0.113.9',
    '2001:db8::9',
  ])
})
