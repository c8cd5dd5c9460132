import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openForMove, sealAfterMove } from '../../operator/data-centers/moved-secrets.ts'
import { beginAuthenticator } from '../../people/accounts/accounts.ts'
import { addTestUser, createTestApp, type TestApp } from '../../testing/app.ts'
import { ensureEncryptionKey } from '../encryption/encryption.ts'
import { AUTHENTICATOR, openSecretKey, sealStoredSecrets } from './seal-stored.ts'
import {
  createSecretKey,
  isSealed,
  isSealedText,
  loadSecretKey,
  makeSecretKey,
  openStored,
  secretKey,
  useSecretKey,
} from './sealing.ts'

const [first, second] = [createSecretKey(Buffer.alloc(32, 1)), createSecretKey(Buffer.alloc(32, 2))]
let folder: string
let test: TestApp

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'heliograph-key-'))
  test = await createTestApp(Date.parse('2026-06-15T10:00:00Z'))
})
afterAll(async () => {
  await test.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => useSecretKey(first))

describe('a secret key', () => {
  it('opens what it sealed, and refuses another key, another purpose and damage', () => {
    const sealed = first.seal(Buffer.from('totp'), 'a')
    expect(first.open(sealed, 'a').toString()).toBe('totp')
    expect(first.seal(Buffer.from('totp'), 'a')).not.toEqual(sealed)
    expect(sealed.includes('totp')).toBe(false)
    expect(() => first.open(sealed, 'b')).toThrow()
    expect(() => second.open(sealed, 'a')).toThrow(`sealed with the key ${first.id}`)
    for (let at = 4; at < sealed.length; at++) {
      const bent = Buffer.from(sealed)
      bent[at] = (bent[at] ?? 0) ^ 1
      expect(() => first.open(bent, 'a'), `byte ${at}`).toThrow()
    }
    expect(() => first.open(Buffer.from('plain'), 'a')).toThrow('not sealed')
  })

  it('is made once, for its own user alone, and kept', () => {
    const file = join(folder, 'deep', 'secret.key')
    const made = makeSecretKey(file)
    expect(makeSecretKey(file).id).toBe(made.id)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(loadSecretKey(file).id).toBe(made.id)
    const sealed = made.seal(Buffer.from('x'), 'a')
    expect(loadSecretKey(file).open(sealed, 'a').toString()).toBe('x')
    expect(readFileSync(file, 'utf8')).not.toContain(made.id)
    writeFileSync(file, 'short\n')
    expect(() => loadSecretKey(file)).toThrow('is no secret key')
    expect(() => loadSecretKey(folder)).toThrow('cannot be read')
  })
})

describe('the start of a server', () => {
  it('seals what an older version left plain, once', async () => {
    const { kysely, pool } = test.db
    await ensureEncryptionKey(test.db)
    const { userId } = await addTestUser(test, 'mira')
    await pool.query(`insert into authenticators (user_id, secret, confirmed_at) values ($1, $2, now())`, [
      userId,
      Buffer.alloc(20, 9),
    ])
    await pool.query(`insert into server_keys (name, private, public) values ('old', 'in plain text', '')`)
    expect(await sealStoredSecrets(test.db, 'f')).toBe(2)
    expect(await sealStoredSecrets(test.db, 'f')).toBe(0)
    const { secret } = await kysely.selectFrom('authenticators').select('secret').executeTakeFirstOrThrow()
    expect([isSealed(secret), openStored(secret, AUTHENTICATOR)]).toEqual([true, Buffer.alloc(20, 9)])
    const keys = await kysely.selectFrom('server_keys').select(['name', 'private']).execute()
    expect(keys.filter((row) => !isSealedText(row.private))).toEqual([])
    expect(keys.map(({ name }) => name).sort()).toEqual(['key-check', 'old', 'sealing'])
    expect((await ensureEncryptionKey(test.db)).publicPem).toContain('BEGIN PUBLIC KEY')
    // A new one is never plain.
    const { userId: other } = await addTestUser(test, 'kai')
    await beginAuthenticator(test.db, other, 'Heliograph')
    const { rows } = await pool.query<{ secret: Buffer }>('select secret from authenticators where user_id = $1', [
      other,
    ])
    expect(rows.map((row) => isSealed(row.secret))).toEqual([true])
  })

  it('refuses a missing key of a sealed database, and writes no new one', async () => {
    await sealStoredSecrets(test.db, 'f')
    const file = join(folder, 'lost', 'secret.key')
    await expect(openSecretKey(test.db, file)).rejects.toThrow(
      `sealed with the key ${first.id}, but ${file} is missing`,
    )
    expect(existsSync(join(folder, 'lost'))).toBe(false)
  })

  it('one of two nodes that start at once makes the key; the other writes none', async () => {
    await test.db.pool.query(`delete from server_keys where name = 'key-check'`)
    const files = ['one', 'two'].map((name) => join(folder, `${name}.key`))
    const starts = await Promise.allSettled(files.map((file) => openSecretKey(test.db, file)))
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(files.map((file) => existsSync(file))).toEqual(starts.map(({ status }) => status === 'fulfilled'))
    const winner = files.find((file) => existsSync(file)) ?? ''
    await openSecretKey(test.db, winner)
    expect(secretKey().id).toBe(loadSecretKey(winner).id)
    await test.db.pool.query(`delete from server_keys where name = 'key-check'`)
  })

  it('refuses the key of another database, in words', async () => {
    await sealStoredSecrets(test.db, 'f')
    useSecretKey(second)
    await expect(sealStoredSecrets(test.db, '/keys/secret.key')).rejects.toThrow(
      `sealed with the key ${first.id}, but /keys/secret.key holds the key ${second.id}`,
    )
  })
})

it('a moving account takes its secret to the key of the other data center', () => {
  const row = { user_id: 7, secret: `\\x${first.seal(Buffer.alloc(20, 9), AUTHENTICATOR).toString('hex')}` }
  const sent = openForMove('authenticators', row)
  expect(sent).toEqual({ user_id: 7, secret: `\\x${'09'.repeat(20)}` })
  useSecretKey(second)
  const kept = Buffer.from(String(sealAfterMove('authenticators', sent).secret).slice(2), 'hex')
  expect(openStored(kept, AUTHENTICATOR)).toEqual(Buffer.alloc(20, 9))
  expect(openForMove('passkeys', { secret: '\\x01' })).toEqual({ secret: '\\x01' })
})
