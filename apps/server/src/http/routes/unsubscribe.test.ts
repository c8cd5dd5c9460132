import { defaultMessageSettings } from '@heliograph/domain/messages/message-settings.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MESSAGE_LIST, readSettings, saveSettings } from '../../delivery/messages/messages.ts'
import { unsubscribeLinks } from '../../platform/mail/mail.ts'
import { addTestUser, createTestApp, type TestApp } from '../../testing/app.ts'

let test: TestApp
let userId: number
let url: string

beforeAll(async () => {
  test = await createTestApp(Date.parse('2026-06-01T10:00Z'))
  userId = (await addTestUser(test, 'reader')).userId
  const { headers } = unsubscribeLinks('https://pv.example.org', { list: MESSAGE_LIST, subscriber: String(userId) })
  url = new URL(headers['List-Unsubscribe'].slice(1, -1)).pathname
})
beforeEach(() => saveSettings(test.db, userId, { ...defaultMessageSettings, digest: 'daily' }, ''))
afterAll(() => test.close())

const post = (type: string, payload: string, to = url) =>
  test.app.inject({ method: 'POST', url: to, headers: { 'content-type': type }, payload })
const encoded = (payload = 'List-Unsubscribe=One-Click', to = url) =>
  post('application/x-www-form-urlencoded', payload, to)
const part = (name: string, value: string) =>
  `--b7\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b7--\r\n`
const multipart = (payload: string) => post('multipart/form-data; boundary=b7', payload)
const emails = async () => {
  const { channels, digest } = await readSettings(test.db, userId)
  return { ...channels.email, digest }
}
const none = { alarms: 'off', system: false, sharing: false, digest: 'off' }

/** As a mail program does it: no cookie, no session, no second step. */
describe('the one click that ends emails (RFC 8058)', () => {
  it('is taken once and twice, and ends alarms, news and the digest', async () => {
    expect([(await encoded()).statusCode, (await encoded()).statusCode]).toEqual([200, 200])
    expect(await emails()).toEqual(none)
  })

  it('is taken as multipart/form-data, too', async () => {
    expect((await multipart(part('List-Unsubscribe', 'One-Click'))).statusCode).toBe(200)
    expect(await emails()).toEqual(none)
  })

  it('changes nothing when a scanner follows the link', async () => {
    const before = await emails()
    const reply = await test.app.inject({ method: 'GET', url })
    expect([reply.statusCode, reply.json()]).toEqual([200, { list: 'messages', isEnded: false }])
    expect(await emails()).toEqual(before)
  })

  it('is refused with another body, and with a forged token as one that nobody has', async () => {
    const before = await emails()
    for (const reply of [
      await encoded('List-Unsubscribe=Yes'),
      await encoded(''),
      await multipart(part('List-Unsubscribe', 'Yes')),
      await multipart('--b7 is no form'),
    ])
      expect(reply.statusCode).toBe(400)
    expect((await multipart(part('x', 'y'.repeat(33_000)))).statusCode).toBe(413)
    expect((await encoded(undefined, `${url.slice(0, -4)}AAAA`)).statusCode).toBe(404)
    expect((await post('text/plain', 'List-Unsubscribe=One-Click')).statusCode).toBe(415)
    expect(await emails()).toEqual(before)
  })
})
