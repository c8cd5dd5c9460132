import { expect, it } from 'vitest'
import { createOlderDatabase } from '../../testing/older-database.ts'

it('lets an account whose archive was a file of the former folder order it again', async () => {
  const test = await createOlderDatabase('-account-export-parts.sql')
  try {
    await test.db.pool.query(`
      insert into users (id, account, password_hash, nickname) overriding system value values (5, 'owner', 'x', 'O');
      insert into account_exports (user_id, scope, state) values (5, '{plants}', 'expired'), (5, '{plants}', 'ready'),
        (5, '{plants}', 'queued')`)
    await test.migrate()
    expect((await test.rowsOf('select state from account_exports order by id')).map(({ state }) => state)).toEqual([
      'expired',
      'failed',
      'queued',
    ])
  } finally {
    await test.drop()
  }
})
