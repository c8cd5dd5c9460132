import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createRecordingMail } from '../../testing/recording-mail.ts'
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from '../../testing/software-authenticator.ts'
import {
  addPasskey,
  addUser,
  beginAuthenticator,
  beginPasskey,
  beginPasskeySignIn,
  findSession,
  listPasskeys,
  listSignIns,
  removePasskey,
  signInByPasskey,
} from './accounts.ts'
import type { Session } from './sessions.ts'

vi.mock('@simplewebauthn/server', async (original) => {
  const library = await original<typeof import('@simplewebauthn/server')>()
  return { ...library, verifyRegistrationResponse: vi.fn(library.verifyRegistrationResponse) }
})

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const MINUTE = 60_000
const HOST = 'pv.example.org'
const ORIGIN = 'https://pv.example.org'
const party = { host: HOST, origins: [ORIGIN], name: 'Heliograph' }
const client = { address: '203.0.113.1', userAgent: 'test' }
const mail = createRecordingMail()
let test: TestDatabase
let maria = 0
let paul = 0

beforeAll(async () => {
  test = await createTestDatabase(5)
  maria = await addUser(test.db, { account: 'maria', password: 'Walrus-27-tusks', email: 'maria@example.org' })
  paul = await addUser(test.db, { account: 'paul', password: 'Walrus-27-tusks', email: 'paul@example.org' })
})
afterAll(() => test.drop())
beforeEach(() => {
  mail.emails.length = 0
})

const changeOf = (userId: number) => ({
  session: { id: 1, userId } as Session,
  mail,
  nowMs,
  address: client.address,
  host: HOST,
})
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'fine',
    (error: { code?: string }) => error.code,
  )

async function addTo(userId: number, key: SoftwareAuthenticator, use?: Parameters<SoftwareAuthenticator['create']>[1]) {
  const { challengeId, options } = await beginPasskey(test.db, userId, party, nowMs)
  const input = { challengeId, response: key.create(options, use), name: 'Laptop', party }
  return addPasskey(test.db, input, changeOf(userId))
}

async function signInWith(
  key: SoftwareAuthenticator,
  use?: Parameters<SoftwareAuthenticator['get']>[1],
  here: typeof party = party,
) {
  const { challengeId, options } = await beginPasskeySignIn(test.db, here, nowMs)
  return finish(challengeId, key.get(options, use))
}
const finish = (challengeId: string, response: Record<string, unknown>, atMs = nowMs) =>
  signInByPasskey(test.db, { challengeId, response, keep: true, nowMs: atMs, party, ...client }, { mail, host: HOST })

const newKey = () => createSoftwareAuthenticator({ origin: ORIGIN, host: HOST })

describe('a passkey', () => {
  it('is added, listed, reported by email, and signs in without a second step', async () => {
    const key = newKey()
    const { options } = await beginPasskey(test.db, maria, party, nowMs)
    expect(options).toMatchObject({
      rp: { id: HOST, name: 'Heliograph' },
      user: { name: 'maria' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(await addTo(maria, key)).toEqual({
      id: key.id,
      name: 'Laptop',
      host: HOST,
      createdAtMs: nowMs,
      lastUsedAtMs: null,
    })
    expect(mail.emails).toMatchObject([
      { to: 'maria@example.org', kind: 'secondFactorChanged', values: { account: 'maria', change: 'passkeyAdded' } },
    ])
    await beginAuthenticator(test.db, maria, 'Heliograph')
    await test.db.pool.query('update authenticators set confirmed_at = now() where user_id = $1', [maria])
    const signedIn = await signInWith(key)
    await test.db.pool.query('delete from authenticators')
    expect(await findSession(test.db, signedIn.token, nowMs)).toMatchObject({ userId: maria, isLong: true })
    expect((await listPasskeys(test.db, maria))[0]).toMatchObject({ id: key.id, lastUsedAtMs: nowMs })
    expect((await listSignIns(test.db, maria, { page: 1, size: 1 })).items).toMatchObject([
      { method: 'passkey', outcome: 'success' },
    ])
    // A second passkey on the same device would hide the first: the browser is told which exist.
    expect((await beginPasskey(test.db, maria, party, nowMs)).options.excludeCredentials).toMatchObject([
      { id: key.id, transports: ['internal'] },
    ])
  })

  it('is not added from a wrong page, host or user, unverified or twice', async () => {
    expect(await codeOf(addTo(maria, newKey(), { origin: 'https://pv.example.org.evil.example' }))).toBe(
      'PASSKEY_FAILED',
    )
    expect(await codeOf(addTo(maria, newKey(), { host: 'example.org' }))).toBe('PASSKEY_FAILED')
    expect(await codeOf(addTo(maria, newKey(), { isVerified: false }))).toBe('PASSKEY_FAILED')
    const key = newKey()
    const { challengeId, options } = await beginPasskey(test.db, paul, party, nowMs)
    const input = { challengeId, response: key.create(options), name: 'Phone', party }
    expect(await codeOf(addPasskey(test.db, input, changeOf(maria)))).toBe('PASSKEY_FAILED')
    // The attempt used up the challenge.
    expect(await codeOf(addPasskey(test.db, input, changeOf(paul)))).toBe('PASSKEY_FAILED')
    expect(await codeOf(addTo(paul, key))).toBe('fine')
    expect(await codeOf(addTo(maria, key))).toBe('PASSKEY_FAILED')
    expect(mail.emails).toHaveLength(1)
  })

  it('with a certificate is refused without asking its maker', async () => {
    const asked = vi.mocked(verifyRegistrationResponse)
    asked.mockClear()
    const attestation = new Map<string, number | Buffer | Buffer[]>([
      ['alg', -7],
      ['sig', Buffer.alloc(70, 1)],
      ['x5c', [Buffer.alloc(200, 1)]],
    ])
    expect(await codeOf(addTo(maria, newKey(), { attestation }))).toBe('PASSKEY_FAILED')
    expect(asked).not.toHaveBeenCalled()
    expect(await codeOf(addTo(maria, newKey()))).toBe('fine')
    expect(asked).toHaveBeenCalledOnce()
  })

  it('rejects garbage of any kind', async () => {
    for (const response of [
      {},
      { id: 1 },
      { id: 'AAAA' },
      { id: 'AAAA', response: null },
      { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
      { id: 'x'.repeat(20_000) },
    ]) {
      const { challengeId } = await beginPasskey(test.db, maria, party, nowMs)
      const options = { challengeId, response, name: 'x', party }
      expect(await codeOf(addPasskey(test.db, options, changeOf(maria)))).toBe('PASSKEY_FAILED')
      const signIn = await beginPasskeySignIn(test.db, party, nowMs)
      expect(await codeOf(finish(signIn.challengeId, response))).toBe('PASSKEY_FAILED')
    }
  })

  it('is capped in number, also when many are added at once', async () => {
    const userId = await addUser(test.db, { account: 'collector', password: 'Walrus-27-tusks' })
    const results = await Promise.all(Array.from({ length: 23 }, () => codeOf(addTo(userId, newKey()))))
    expect(results.filter((result) => result === 'fine')).toHaveLength(20)
    expect(results.filter((result) => result === 'TOO_MANY')).toHaveLength(3)
    expect(await codeOf(beginPasskey(test.db, userId, party, nowMs))).toBe('TOO_MANY')
  })
})

describe('a sign-in by passkey', () => {
  let key: SoftwareAuthenticator
  beforeAll(async () => {
    key = newKey()
    await addTo(maria, key)
  })

  it('rejects another page, another host and a missing user check', async () => {
    expect(await codeOf(signInWith(key, { origin: 'http://pv.example.org' }))).toBe('PASSKEY_FAILED')
    expect(await codeOf(signInWith(key, { origin: 'https://pv.example.org:8443' }))).toBe('PASSKEY_FAILED')
    expect(await codeOf(signInWith(key, { host: 'other.example.org' }))).toBe('PASSKEY_FAILED')
    expect(await codeOf(signInWith(key, { isVerified: false }))).toBe('PASSKEY_FAILED')
    // Started at another host of this server, where this passkey was not created.
    const www = { ...party, host: 'www.example.org' }
    expect(await codeOf(signInWith(key, {}, www))).toBe('PASSKEY_FAILED')
    expect(await codeOf(signInWith(key, { host: www.host }, www))).toBe('PASSKEY_FAILED')
    expect((await listSignIns(test.db, maria, { page: 1, size: 1 })).items).toMatchObject([
      { method: 'passkey', outcome: 'failed' },
    ])
    expect(await codeOf(signInWith(key))).toBe('fine')
  })

  it('accepts each challenge once, in time, and for signing in only', async () => {
    const { challengeId, options } = await beginPasskeySignIn(test.db, party, nowMs)
    expect(await codeOf(finish(challengeId, key.get(options)))).toBe('fine')
    expect(await codeOf(finish(challengeId, key.get(options)))).toBe('PASSKEY_FAILED')
    const late = await beginPasskeySignIn(test.db, party, nowMs)
    expect(await codeOf(finish(late.challengeId, key.get(late.options), nowMs + 5 * MINUTE))).toBe('PASSKEY_FAILED')
    const other = await beginPasskey(test.db, maria, party, nowMs)
    expect(await codeOf(finish(other.challengeId, key.get(other.options)))).toBe('PASSKEY_FAILED')
    // An answer to one challenge does not fit another.
    const [first, second] = [
      await beginPasskeySignIn(test.db, party, nowMs),
      await beginPasskeySignIn(test.db, party, nowMs),
    ]
    expect(await codeOf(finish(second.challengeId, key.get(first.options)))).toBe('PASSKEY_FAILED')
  })

  it("does not open another user's account", async () => {
    const pauls = newKey()
    await addTo(paul, pauls)
    expect(await codeOf(signInWith(pauls, { id: key.id }))).toBe('PASSKEY_FAILED')
    expect(await codeOf(signInWith(newKey()))).toBe('PASSKEY_FAILED')
    // The user named beside the signature does not count: the passkey opens its owner's account.
    const { challengeId, options } = await beginPasskeySignIn(test.db, party, nowMs)
    const named = pauls.get(options)
    const marias = (await beginPasskey(test.db, maria, party, nowMs)).options.user as { id: string }
    const response = { ...(named.response as object), userHandle: marias.id }
    const opened = await finish(challengeId, { ...named, response })
    expect(await findSession(test.db, opened.token, nowMs)).toMatchObject({ userId: paul })
  })

  it('rejects a counter that does not grow: the key was copied', async () => {
    const copied = newKey()
    await addTo(maria, copied)
    expect(await codeOf(signInWith(copied, { counter: 40 }))).toBe('fine')
    expect(await codeOf(signInWith(copied, { counter: 40 }))).toBe('PASSKEY_FAILED')
    expect(await codeOf(signInWith(copied, { counter: 39 }))).toBe('PASSKEY_FAILED')
    expect(await codeOf(signInWith(copied, { counter: 0 }))).toBe('PASSKEY_FAILED')
    expect(await codeOf(signInWith(copied, { counter: 41 }))).toBe('fine')
    const results = await Promise.all([1, 2, 3, 4].map(() => codeOf(signInWith(copied, { counter: 50 }))))
    expect(results.filter((result) => result === 'fine')).toHaveLength(1)
  })

  it('accepts keys without a counter', async () => {
    const plain = newKey()
    await addTo(maria, plain, { counter: 0 })
    expect(await codeOf(signInWith(plain, { counter: 0 }))).toBe('fine')
    expect(await codeOf(signInWith(plain, { counter: 0 }))).toBe('fine')
  })

  it('reports the data center of a moved account', async () => {
    await test.db.pool.query(`update users set moved_to = 'CHINA' where id = $1`, [maria])
    await expect(signInWith(key)).rejects.toMatchObject({
      code: 'AUTH_USER_ALREADY_MIGRATED',
      detail: { center: 'CHINA' },
    })
    await test.db.pool.query('update users set moved_to = null where id = $1', [maria])
  })
})

describe('a removed passkey', () => {
  it('stops working, is reported by email, and only its owner removes it', async () => {
    const key = newKey()
    await addTo(maria, key)
    expect(await codeOf(removePasskey(test.db, key.id, changeOf(paul)))).toBe('NOT_FOUND')
    mail.emails.length = 0
    await removePasskey(test.db, key.id, changeOf(maria))
    expect(mail.emails).toMatchObject([{ values: { change: 'passkeyRemoved' } }])
    expect(await codeOf(signInWith(key))).toBe('PASSKEY_FAILED')
    expect(await codeOf(removePasskey(test.db, key.id, changeOf(maria)))).toBe('NOT_FOUND')
  })

  it('stays when it is the last sign-in method, also for concurrent removals', async () => {
    const userId = await addUser(test.db, { account: 'keys-only', password: null })
    const keys = [newKey(), newKey()]
    for (const key of keys) await addTo(userId, key)
    const results = await Promise.all(keys.map((key) => codeOf(removePasskey(test.db, key.id, changeOf(userId)))))
    expect(results.sort()).toEqual(['LAST_SIGN_IN', 'fine'])
    await test.db.pool.query(`insert into bindings (provider, subject, user_id) values ('acme', '1', $1)`, [userId])
    const [left] = await listPasskeys(test.db, userId)
    expect(await codeOf(removePasskey(test.db, left?.id ?? '', changeOf(userId)))).toBe('fine')
  })
})
