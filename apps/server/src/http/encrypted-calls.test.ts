import { constants, createCipheriv, createDecipheriv, publicEncrypt, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeExpiredOneTimeTokens } from '../platform/one-time-tokens/one-time-tokens.ts'
import { addTestUser, createTestApp, TEST_PASSWORD, type TestApp } from '../testing/app.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const signIn = { grant_type: 'password', username: 'sealed', password: TEST_PASSWORD, keep: '0' }
const PATH = '/oauth2-s/oauth/token'

let test: TestApp
let publicKey: string

beforeAll(async () => {
  test = await createTestApp(nowMs)
  await addTestUser(test, 'sealed')
  publicKey = (await test.app.inject('/oauth2-s/oauth/public-key')).json().publicKey
})
afterAll(() => test.close())

type Sealing = Partial<
  Readonly<{ at: number; nonce: string; call: string; body: unknown; aesKey: string; text: string; oaepHash: string }>
>

/** What the page would send, with changes. */
function seal(options: Sealing = {}) {
  const aesKey = options.aesKey ?? randomBytes(8).toString('hex')
  const { at = nowMs, call = `POST ${PATH}`, body = signIn } = options
  const nonce = options.nonce ?? `${at}-${randomBytes(16).toString('hex')}`
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-128-cbc', aesKey, iv)
  const text = options.text ?? JSON.stringify({ at, nonce, call, body })
  const payload = Buffer.concat([iv, cipher.update(text), cipher.final()])
  const dk = publicEncrypt(
    { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: options.oaepHash ?? 'sha256' },
    Buffer.from(aesKey),
  ).toString('base64')
  return { aesKey, payload, dk }
}

const send = (sealed: Readonly<{ payload: Buffer; dk: string }>, url = PATH, headers: Record<string, string> = {}) =>
  test.app.inject({
    method: 'POST',
    url,
    payload: sealed.payload,
    headers: { 'content-type': 'application/octet-stream', dk: sealed.dk, ...headers },
  })

function open(raw: Buffer, aesKey: string): { access_token?: string; code?: string } {
  const decipher = createDecipheriv('aes-128-cbc', aesKey, raw.subarray(0, 16))
  return JSON.parse(Buffer.concat([decipher.update(raw.subarray(16)), decipher.final()]).toString())
}

describe('an encrypted body', () => {
  it('is accepted with and without prefix, and answered with the same key', async () => {
    for (const prefix of ['', '/mdc-eu']) {
      const sealed = seal()
      const reply = await send(sealed, `${prefix}${PATH}`)
      expect([reply.statusCode, reply.headers.encrypt]).toEqual([200, '1'])
      expect(reply.headers['content-type']).toBe('application/octet-stream')
      expect(reply.rawPayload.includes('access_token')).toBe(false)
      expect(open(reply.rawPayload, sealed.aesKey).access_token).toMatch(/^[\w-]{43}$/)
    }
  })

  it('gets an encrypted reply when it is refused, too', async () => {
    const sealed = seal({ body: { ...signIn, password: 'wrong' } })
    const reply = await send(sealed)
    expect([reply.statusCode, reply.headers.encrypt]).toEqual([401, '1'])
    expect(open(reply.rawPayload, sealed.aesKey).code).toBe('AUTH_INVALID_USERNAME_OR_PASSWORD')
  })

  it('works once', async () => {
    const sealed = seal()
    const replies = await Promise.all([send(sealed), send(sealed), send(sealed)])
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 400, 400])
    const nonce = `${nowMs}-a-nonce-that-comes-twice`
    expect((await send(seal({ nonce }))).statusCode).toBe(200)
    expect((await send(seal({ nonce }))).json().code).toBe('SEALED_BODY')
  })

  it.each<[string, Sealing]>([
    ['too old', { at: nowMs - 300_001 }],
    ['from the future', { at: nowMs + 300_001 }],
    ['for another call', { call: 'POST /user-s/acc/register' }],
    ['without a nonce', { text: JSON.stringify({ at: nowMs, call: `POST ${PATH}`, body: signIn }) }],
    ['with a nonce that is none', { nonce: 'x' }],
    ['with a nonce of another time', { nonce: `${nowMs - 1}-${'n'.repeat(32)}` }],
    ['with a nonce of no time', { nonce: 'n'.repeat(32) }],
    [
      'without a time',
      { text: JSON.stringify({ nonce: `${nowMs}-${'n'.repeat(32)}`, call: `POST ${PATH}`, body: signIn }) },
    ],
    ['that is no JSON', { text: 'hello' }],
    ['that is no object', { text: '7' }],
    ['with a key that is no key', { aesKey: 'ZZZZZZZZZZZZZZZZ' }],
    ['with a key wrapped for another hash', { oaepHash: 'sha1' }],
  ])('%s is refused without a reason', async (_, options) => {
    const reply = await send(seal(options))
    expect([reply.statusCode, reply.json().code, reply.headers.encrypt]).toEqual([400, 'SEALED_BODY', undefined])
  })

  it('that was tampered with is refused in the same way', async () => {
    const replies = []
    for (const change of [
      (buffer: Buffer) => buffer.subarray(0, -1),
      (buffer: Buffer) => buffer.subarray(0, 16),
      (buffer: Buffer) => Buffer.concat([buffer, buffer]),
      () => Buffer.alloc(0),
      () => randomBytes(64),
    ]) {
      const sealed = seal()
      replies.push(await send({ ...sealed, payload: change(sealed.payload) }))
    }
    for (const dk of ['', 'x', '!'.repeat(344), randomBytes(256).toString('base64')])
      replies.push(await send({ ...seal(), dk }))
    for (const reply of replies) expect([reply.statusCode, reply.json().code]).toEqual([400, 'SEALED_BODY'])
  })

  it('costs nothing without a session', async () => {
    const count = async () => Number((await test.db.pool.query('select count(*) as n from one_time_secrets')).rows[0].n)
    const before = await count()
    const sealed = seal({ call: 'POST /user-s/acc/profile', body: {} })
    const reply = await send(sealed, '/user-s/acc/profile', { authorization: 'Bearer nobody' })
    expect([reply.statusCode, reply.json().code, await count()]).toEqual([401, 'AUTH_TOKEN_INVALID', before])
  })

  it('does not become valid again when its time is changed in transit', async () => {
    // CBC: a change of the IV changes the first block, which holds the time.
    const sealed = seal()
    expect((await send(sealed)).statusCode).toBe(200)
    const laterMs = nowMs + 3_600_000
    test.clock.nowMs = laterMs
    await removeExpiredOneTimeTokens(test.db.kysely, laterMs)
    const payload = Buffer.from(sealed.payload)
    const [was, becomes] = [nowMs, laterMs].map((at) => Buffer.from(`{"at":${at}`))
    for (let at = 0; at < 16; at += 1) payload[at] = (payload[at] ?? 0) ^ (was?.[at] ?? 0) ^ (becomes?.[at] ?? 0)
    const again = await send({ ...sealed, payload })
    test.clock.nowMs = nowMs
    expect([again.statusCode, again.headers['set-cookie'], again.headers.encrypt]).toEqual([400, undefined, undefined])
  })

  it('has the same size limit as a plain one', async () => {
    const reply = await send(seal({ body: { ...signIn, password: 'x'.repeat(40_000) } }))
    expect([reply.statusCode, reply.json().code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  it('is refused without its key', async () => {
    const { payload } = seal()
    const reply = await test.app.inject({
      method: 'POST',
      url: PATH,
      payload,
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect([reply.statusCode, reply.json().code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  it('in the bare form is refused unless the server is told to accept it', async () => {
    const bare = seal({ text: JSON.stringify(signIn) })
    expect((await send(bare)).json().code).toBe('SEALED_BODY')
    const tolerant = await createTestApp(nowMs, { acceptsBareBodies: true })
    await addTestUser(tolerant, 'sealed')
    publicKey = (await tolerant.app.inject('/oauth2-s/oauth/public-key')).json().publicKey
    const ask = (options: Sealing) => {
      const { dk, payload } = seal(options)
      const headers = { 'content-type': 'application/octet-stream', dk }
      return tolerant.app.inject({ method: 'POST', url: PATH, payload, headers })
    }
    expect([(await ask({ text: JSON.stringify(signIn) })).statusCode, (await ask({})).statusCode]).toEqual([200, 200])
    // What calls itself an envelope is held to its rules.
    for (const text of ['7', '[]', JSON.stringify({ ...signIn, nonce: 'x' }), JSON.stringify({ at: 1, call: 'x' })])
      expect((await ask({ text })).json().code).toBe('SEALED_BODY')
    await tolerant.close()
    publicKey = (await test.app.inject('/oauth2-s/oauth/public-key')).json().publicKey
  })

  it('of a foreign page is refused before decryption', async () => {
    const reply = await send(seal(), PATH, { 'sec-fetch-site': 'cross-site' })
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'NO_PERMISSION'])
  })
})
