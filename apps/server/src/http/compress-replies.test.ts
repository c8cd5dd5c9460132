import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../testing/app.ts'
import { pickCoding } from './compress-replies.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
let test: TestApp
let token: string
let day: string

beforeAll(async () => {
  test = await createTestApp(nowMs)
  const owner = await addTestUser(test, 'owner')
  token = owner.token
  day = `/maintain-s/history/power/${await addTestPlant(test.db, owner.userId)}/record?date=2026-06-15`
})
afterAll(() => test.close())

const ask = (url: string, encoding?: string) =>
  test.app.inject({
    method: 'GET',
    url,
    headers: { ...bearer(token), ...(encoding === undefined ? {} : { 'accept-encoding': encoding }) },
  })

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['GZIP', 'gzip'],
  ['deflate', undefined],
  ['br;q=0.0, gzip;q=0', undefined],
  [undefined, undefined],
] as const)('of %s the coding is %s', (accepted, coding) => {
  expect(pickCoding(accepted)).toBe(coding)
})

describe('a long reply', () => {
  it('is the same text in every coding, and shorter', async () => {
    const plain = await ask(day)
    expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined])
    for (const [coding, open] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const reply = await ask(day, coding)
      expect(reply.headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding' })
      expect(reply.headers['content-length']).toBe(String(reply.rawPayload.length))
      expect(open(reply.rawPayload).toString()).toBe(plain.body)
      expect(reply.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
    }
  })

  it('is compressed below the prefix of a data center too', async () => {
    expect((await ask(`/mdc-eu${day}`, 'br')).headers['content-encoding']).toBe('br')
  })
})

it('a short reply, and one about an account, stay as they are', async () => {
  for (const url of ['/maintain-s/operating/station/counts', '/user-s/acc/org/login-user', '/user-s/acc/audit'])
    expect((await ask(url, 'br, gzip')).headers['content-encoding'], url).toBeUndefined()
})
