import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { StartRefusal } from '../db/start-refusal.ts'
import {
  isSealedText,
  loadSecretKey,
  makeSecretKey,
  openText,
  type SecretKey,
  sealText,
  secretKey,
  useSecretKey,
} from './sealing.ts'

/** Purposes under which the columns are sealed. */
export const AUTHENTICATOR = 'authenticator'
export const serverKeyPurpose = (name: string): string => `server key ${name}`
/** The row whose public part names the key. */
export const KEY_CHECK = 'key-check'

/**
 * Uses the key of the file. The file is made only for a database without a key, while no other node can give it one.
 * @throws Error in words for the operator
 */
export async function openSecretKey(db: Db, file: string): Promise<void> {
  if (existsSync(file)) {
    useSecretKey(loadSecretKey(file))
    return
  }
  useSecretKey(
    await db.transaction(
      async (transaction): Promise<SecretKey> => {
        await sql`lock table server_keys in share row exclusive mode`.execute(transaction)
        const check = transaction.selectFrom('server_keys').select('public').where('name', '=', KEY_CHECK)
        const known = await check.executeTakeFirst()
        if (known !== undefined)
          throw new StartRefusal(
            `The secrets in the database were sealed with the key ${known.public}, but ${file} is missing. ` +
              'Put the file of the first start there (SECRET_KEY_FILE, docs/operations.md); no new key was made.',
          )
        const made = makeSecretKey(file)
        useSecretKey(made)
        const row = { name: KEY_CHECK, private: sealText(KEY_CHECK, serverKeyPurpose(KEY_CHECK)), public: made.id }
        await transaction.insertInto('server_keys').values(row).execute()
        return made
      },
      { attempts: 1 },
    ),
  )
}

/**
 * Refuses a key that the database was not sealed with, and seals what an older version left in plain text. Nodes that
 * start at once do it twice without harm.
 * @throws Error in words for the operator
 */
export async function sealStoredSecrets(db: Db, file: string): Promise<number> {
  await refuseOtherKey(db, file)
  return (await sealServerKeys(db)) + (await sealAuthenticators(db))
}

async function refuseOtherKey({ kysely }: Db, file: string): Promise<void> {
  await kysely
    .insertInto('server_keys')
    .values({ name: KEY_CHECK, private: sealText(KEY_CHECK, serverKeyPurpose(KEY_CHECK)), public: secretKey().id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await kysely
    .selectFrom('server_keys')
    .select(['private', 'public'])
    .where('name', '=', KEY_CHECK)
    .executeTakeFirstOrThrow()
  if (row.public !== secretKey().id)
    throw new StartRefusal(
      `The secrets in the database were sealed with the key ${row.public}, but ${file} holds the key ${secretKey().id}. ` +
        'Put the file of the first start there (SECRET_KEY_FILE, docs/operations.md).',
    )
  openText(row.private, serverKeyPurpose(KEY_CHECK))
}

async function sealServerKeys({ kysely }: Db): Promise<number> {
  const rows = await kysely.selectFrom('server_keys').select(['name', 'private']).execute()
  const plain = rows.filter((row) => !isSealedText(row.private))
  for (const row of plain)
    await kysely
      .updateTable('server_keys')
      .set({ private: sealText(row.private, serverKeyPurpose(row.name)) })
      .where('name', '=', row.name)
      .where('private', '=', row.private)
      .execute()
  return plain.length
}

async function sealAuthenticators({ kysely }: Db): Promise<number> {
  const rows = await kysely
    .selectFrom('authenticators')
    .select(['user_id', 'secret'])
    .where(sql<boolean>`substring(secret from 1 for 4) <> 'hgs1'::bytea`)
    .execute()
  for (const { user_id, secret } of rows)
    await kysely
      .updateTable('authenticators')
      .set({ secret: secretKey().seal(secret, AUTHENTICATOR) })
      .where('user_id', '=', user_id)
      .where('secret', '=', secret)
      .execute()
  return rows.length
}
