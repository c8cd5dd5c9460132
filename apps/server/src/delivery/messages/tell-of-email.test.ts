import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addUser } from '../../people/accounts/accounts.ts'
import type { Email } from '../../platform/mail/mail.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { tellOfEmail } from './messages.ts'

let database: TestDatabase
const nowMs = Date.parse('2026-06-01T10:00Z')
beforeAll(async () => {
  database = await createTestDatabase()
  await addUser(database.db, { account: 'mira', email: 'mira@example.org', password: 'Walrus-27-tusks' })
})
afterAll(() => database.drop())

const email = (kind: Email['kind'], values: Email['values'], to = 'Mira@example.org'): Email => ({
  kind,
  values,
  to,
  language: 'en',
  host: '',
})

it('an email about sharing or the account is a message too, once, without its link', async () => {
  const { db } = database
  const link = 'https://pv.example.org/invitation?token=secret'
  const invitation = email('plantInvitation', { inviter: 'Kai', plant: 'Lindenhof', days: 7, link })
  for (const id of ['1', '1', '2']) await tellOfEmail(db, invitation, id, nowMs)
  // Sent to the address that the account had before.
  await tellOfEmail(db, email('contactChanged', { account: 'mira', kind: 'email' }, 'old@example.org'), '3', nowMs)
  await tellOfEmail(db, email('verificationCode', { code: '048392' }), '4', nowMs)
  await tellOfEmail(db, email('passwordChanged', { account: 'nobody' }, 'nobody@example.org'), '5', nowMs)
  const { rows } = await sql`select kind, entries->0->>'what' as what, entries->0->'facts' as facts,
      (select count(*)::integer from message_deliveries d join message_addresses a on a.id = d.address_id
        where d.message_id = m.id and a.channel = 'email') as emails
    from messages m order by id`.execute(db.kysely)
  const invited = {
    kind: 'sharing',
    what: 'invited',
    facts: { inviter: 'Kai', plant: 'Lindenhof', name: 'Lindenhof' },
    emails: 0,
  }
  expect(rows).toEqual([
    invited,
    invited,
    { kind: 'system', what: 'contactChanged', facts: { kind: 'email' }, emails: 0 },
  ])
})
