import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { addUser, type RemovedSignInMethod, requireOtherSignInMethod } from './accounts.ts'

let test: TestDatabase
let made = 0

beforeAll(async () => {
  test = await createTestDatabase(5)
})
afterAll(() => test.drop())

type Ways = Readonly<{ password?: string; email?: string; phone?: string; passkeys?: number; providers?: number }>

async function addWith({ password, email, phone, passkeys = 0, providers = 0 }: Ways): Promise<number> {
  made += 1
  const options = { account: `user-${made}`, password: password ?? null, email: email ?? null, phone: phone ?? null }
  const userId = await addUser(test.db, options)
  for (let n = 0; n < passkeys; n++)
    await test.db.kysely
      .insertInto('passkeys')
      .values({
        id: `key-${userId}-${n}`,
        user_id: userId,
        public_key: Buffer.of(1),
        host: 'h',
        name: 'n',
        last_used_at: null,
      })
      .execute()
  for (let n = 0; n < providers; n++)
    await test.db.kysely
      .insertInto('bindings')
      .values({ provider: `provider-${n}`, subject: String(userId), user_id: userId })
      .execute()
  return userId
}
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'fine',
    (error: { code?: string }) => error.code,
  )

it.each([
  ['a password', { password: 'Walrus-27-tusks', providers: 1 }, { provider: 'provider-0' }, 'fine'],
  ['an e-mail address', { email: 'a@example.org', passkeys: 1 }, { passkey: 'key' }, 'fine'],
  ['a phone', { phone: '+4930901820', passkeys: 1 }, { passkey: 'key' }, 'fine'],
  ['another passkey', { passkeys: 2 }, { passkey: 'key' }, 'fine'],
  ['another provider', { providers: 2 }, { provider: 'provider-0' }, 'fine'],
  ['a provider beside a passkey', { passkeys: 1, providers: 1 }, { passkey: 'key' }, 'fine'],
  ['a passkey beside the address that goes', { email: 'b@example.org', passkeys: 1 }, { email: true }, 'fine'],
  [
    'the number beside the address that goes',
    { email: 'c@example.org', phone: '+4930901821' },
    { email: true },
    'fine',
  ],
  ['nothing beside the passkey', { passkeys: 1 }, { passkey: 'key' }, 'LAST_SIGN_IN'],
  ['nothing beside the provider', { providers: 1 }, { provider: 'provider-0' }, 'LAST_SIGN_IN'],
  ['nothing beside the address', { email: 'd@example.org' }, { email: true }, 'LAST_SIGN_IN'],
  ['nothing beside the number', { phone: '+4930901822' }, { phone: true }, 'LAST_SIGN_IN'],
] as const)('with %s left: %o without %o is %s', async (_, ways, without, outcome) => {
  const userId = await addWith(ways)
  const which: RemovedSignInMethod = 'passkey' in without ? { passkey: `key-${userId}-0` } : without
  expect(await codeOf(requireOtherSignInMethod(test.db.kysely, userId, which))).toBe(outcome)
})

it('keeps one of two methods removed at the same time', async () => {
  const userId = await addWith({ passkeys: 1, providers: 1 })
  const somebodyWaits = async (): Promise<boolean> => {
    const { rows } = await test.db.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  }
  let hasChecked = false
  let second: Promise<unknown> = Promise.resolve()
  await test.db.transaction(async (transaction) => {
    await requireOtherSignInMethod(transaction, userId, { passkey: `key-${userId}-0` })
    second = codeOf(
      test.db.transaction(async (other) => {
        await requireOtherSignInMethod(other, userId, { provider: 'provider-0' })
        hasChecked = true
      }),
    )
    while (!hasChecked && !(await somebodyWaits()));
    await transaction.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  })
  expect(await second).toBe('LAST_SIGN_IN')
})
