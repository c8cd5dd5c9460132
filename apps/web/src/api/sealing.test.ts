import {
  constants,
  createCipheriv,
  createDecipheriv,
  generateKeyPairSync,
  privateDecrypt,
  webcrypto,
} from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, setTransport } from './call.ts'
import type { Ciphers } from './ciphers.ts'
import { plainHttpCiphers } from './plain-http-ciphers.ts'
import { findCiphers, seal } from './sealing.ts'
import { webCiphers } from './web-ciphers.ts'

const makePair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { privateKey, publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString() }
}
const pair = makePair()

/** The server's decryption (its own tests check the same layout). */
function openSealed(dk: string, body: Uint8Array, privateKey = pair.privateKey) {
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const key = privateDecrypt({ key: privateKey, padding, oaepHash: 'sha256' }, Buffer.from(dk, 'base64'))
  const decipher = createDecipheriv('aes-128-cbc', key, body.subarray(0, 16))
  const text = Buffer.concat([decipher.update(body.subarray(16)), decipher.final()]).toString()
  return { key, envelope: JSON.parse(text) as Record<string, unknown> }
}
function sealReply(key: Buffer, text: string): Uint8Array {
  const iv = Buffer.alloc(16, 7)
  const cipher = createCipheriv('aes-128-cbc', key, iv)
  return Buffer.concat([iv, cipher.update(text), cipher.final()])
}

beforeEach(() => vi.stubGlobal('crypto', webcrypto))
afterEach(() => vi.unstubAllGlobals())

describe.each<[string, Ciphers]>([
  ['Web Crypto', webCiphers],
  ['the libraries for plain http', plainHttpCiphers],
])('encryption with %s', (_, ciphers) => {
  it('produces what the server decrypts, and decrypts what it replies', async () => {
    const body = { password: 'Pässwört-密码', nested: [1, null] }
    const options = { publicPem: pair.publicPem, call: 'POST /a/7', nowMs: 1_750_000_000_000, body }
    const sealed = await seal(ciphers, options)
    const { key, envelope } = openSealed(sealed.dk, sealed.body)
    expect(key.toString()).toMatch(/^[0-9a-f]{16}$/)
    expect(envelope).toMatchObject({ at: 1_750_000_000_000, call: 'POST /a/7', body })
    expect(envelope.nonce).toMatch(/^1750000000000-[0-9a-f]{32}$/)
    const reply = sealReply(key, '{"é":"好"}')
    expect(await sealed.open(new Uint8Array(reply).buffer)).toBe('{"é":"好"}')
  })

  it('never produces the same bytes twice', async () => {
    const options = { publicPem: pair.publicPem, call: 'POST /a', nowMs: 0, body: {} }
    const two = await Promise.all([seal(ciphers, options), seal(ciphers, options)])
    expect(two[0].dk).not.toBe(two[1].dk)
    expect(Buffer.from(two[0].body).equals(Buffer.from(two[1].body))).toBe(false)
    const [first, second] = two.map((item) => openSealed(item.dk, item.body))
    expect(first?.key.equals(second?.key ?? Buffer.alloc(0))).toBe(false)
    expect(first?.envelope.nonce).not.toBe(second?.envelope.nonce)
  })
})

it('uses Web Crypto where available, else the libraries', async () => {
  expect(await findCiphers()).toBe(webCiphers)
  vi.stubGlobal('crypto', { getRandomValues: webcrypto.getRandomValues.bind(webcrypto) })
  expect(await findCiphers()).toBe(plainHttpCiphers)
})

describe('a call with a secret', () => {
  const credentials = { grant_type: 'password', username: 'mira', password: 'Tidal-Wave_73' } as const
  let present = pair
  let asked: string[]
  let seen: unknown[]

  /** A server with the key `present` and a clock an hour ahead. */
  const answer = async (url: string, init: RequestInit): Promise<Response> => {
    asked.push(url)
    if (url.endsWith('/public-key'))
      return Response.json({ publicKey: present.publicPem, now: Date.now() + 3_600_000, keyId: '', validForS: 300 })
    const dk = new Headers(init.headers).get('dk')
    if (dk === null) return Response.json({ open: false })
    try {
      const { key, envelope } = openSealed(dk, init.body as Uint8Array, present.privateKey)
      seen.push(envelope)
      const headers = { encrypt: '1', 'content-type': 'application/octet-stream' }
      if ((envelope.body as { password?: string }).password === 'wrong')
        return new Response(sealReply(key, '{"code":"USER_LOCKED","detail":{"minutes":4}}') as BodyInit, {
          status: 423,
          headers,
        })
      return new Response(sealReply(key, '{"access_token":"t"}') as BodyInit, { headers })
    } catch {
      return Response.json({ code: 'SEALED_BODY', no: 45 }, { status: 400 })
    }
  }

  beforeEach(() => {
    present = pair
    asked = []
    seen = []
    vi.stubGlobal('fetch', answer)
    setTransport({ token: undefined, center: 'CHINA', seals: true })
  })
  afterEach(() => setTransport({ center: undefined, seals: false }))

  it("goes out encrypted to the chosen data center by the server's clock, and back", async () => {
    expect(await call('POST /oauth2-s/oauth/token', { body: credentials })).toEqual({ access_token: 't' })
    expect(asked).toEqual(['/mdc-cn/oauth2-s/oauth/public-key', '/mdc-cn/oauth2-s/oauth/token'])
    expect(seen).toEqual([expect.objectContaining({ call: 'POST /oauth2-s/oauth/token', body: credentials })])
    expect(Number((seen[0] as { at: number }).at) - Date.now()).toBeGreaterThan(3_500_000)
  })

  it('reads an encrypted refusal, and requests the key once', async () => {
    const failure = call('POST /oauth2-s/oauth/token', { body: { ...credentials, password: 'wrong' } })
    await expect(failure).rejects.toMatchObject({ code: 'USER_LOCKED', body: { detail: { minutes: 4 } } })
    expect(asked).toEqual(['/mdc-cn/oauth2-s/oauth/token'])
  })

  it('requests the key again when the server has a new one', async () => {
    present = makePair()
    expect(await call('POST /oauth2-s/oauth/token', { body: credentials })).toEqual({ access_token: 't' })
    expect(asked.map((url) => url.split('/').pop())).toEqual(['token', 'public-key', 'token'])
  })

  it('leaves other calls as they are', async () => {
    expect(await call('GET /user-s/acc/setup')).toEqual({ open: false })
    expect(asked).toEqual(['/mdc-cn/user-s/acc/setup'])
  })

  it('fails like any other without the key', async () => {
    setTransport({ center: 'FOREIGN_1' })
    vi.stubGlobal('fetch', async () => Response.json({ code: 'UNAVAILABLE', no: 1 }, { status: 503 }))
    await expect(call('POST /oauth2-s/oauth/token', { body: credentials })).rejects.toMatchObject({ status: 503 })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(call('POST /oauth2-s/oauth/token', { body: credentials })).rejects.toMatchObject({
      verdict: { row: 'network' },
    })
  })
})
