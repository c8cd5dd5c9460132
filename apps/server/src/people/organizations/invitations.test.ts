import type { Organization } from '@heliograph/contract/user-s/organization.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addTestPlant, TEST_PASSWORD } from '../../testing/app.ts'
import { acceptInvitation, findInvitation, removeExpiredInvitations } from './organizations.ts'
import { createScene, day, nowMs, type Person, type Scene } from './testing/scene.ts'

let scene: Scene
let anna: Person
let bert: Person
let otto: Person
let org: number
let count = 0

beforeAll(async () => {
  scene = await createScene()
})
afterAll(() => scene.test.close())
beforeEach(async () => {
  count += 1
  scene.test.clock.nowMs = nowMs
  const [a, b, o] = await Promise.all(['anna', 'bert', 'otto'].map((text) => scene.person(`${text}-${count}`)))
  ;[anna, bert, otto] = [a, b, o] as [Person, Person, Person]
  org = await scene.found(anna, `Alpha ${count}`)
})

const invite = (email: string, role: 'admin' | 'user' = 'user', language = 'de') =>
  scene.ask(anna, 'POST /user-s/org/{id}/invitation', { params: { id: org }, body: { email, role, language } })
const pending = async () =>
  ((await scene.get(anna, 'GET /user-s/org/{id}', { params: { id: org } })) as Organization).invitations
const look = (token: string) => scene.ask('clear', 'POST /user-s/invitation/look', { body: { token } })
const accept = (who: Person, body: { token: string } | { id: number }) =>
  scene.ask(who, 'POST /user-s/invitation/accept', { body })
const own = async (who: Person) =>
  (await scene.get<{ data: { id: number; name: string }[] }>(who, 'GET /user-s/invitation')).data
const roleOf = async (who: Person) =>
  (
    await scene.test.db.kysely
      .selectFrom('organization_members')
      .select('role')
      .where('organization_id', '=', org)
      .where('user_id', '=', who.userId)
      .executeTakeFirst()
  )?.role

describe('an invitation', () => {
  it('is an email whose link says what it is for', async () => {
    expect((await invite(` ${bert.email.toUpperCase()} `, 'admin')).status).toBe(200)
    const letter = scene.test.services.mail.emails.at(-1)
    expect(letter).toMatchObject({
      to: bert.email,
      language: 'de',
      kind: 'organizationInvitation',
      values: { inviter: anna.account, organization: `Alpha ${count}`, days: 7 },
    })
    expect(letter?.values.link).toMatch(/^http:\/\/localhost\/invitation\?token=[\w-]{43}$/)
    const token = scene.tokenSentTo(bert.email)
    const expiresAtMs = nowMs + 7 * day
    const view = {
      kind: 'organization',
      name: `Alpha ${count}`,
      invitedBy: anna.account,
      email: bert.email,
      role: 'admin',
    }
    expect((await look(token)).body).toEqual({ ...view, expiresAtMs })
    expect(await findInvitation(scene.test.db, token, nowMs)).toMatchObject({ organizationId: org, plantId: null })
    expect((await own(bert)).map(({ name }) => name)).toEqual([`Alpha ${count}`])
    expect(await own(otto)).toEqual([])
    const user = await scene.get<{ invitationCount: number }>(bert, 'GET /user-s/acc/org/login-user')
    expect(user.invitationCount).toBe(1)
    // The table holds nothing that opens the invitation.
    const { rows } = await scene.test.db.pool.query('select i::text as text from invitations i')
    for (const row of rows) expect(row.text).not.toContain(token)
  })

  it('is sent in the same way whether or not the address has an account', async () => {
    const answers = [await invite(bert.email), await invite(`nobody-${count}@example.org`)]
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, { success: true }]))
    const words = (email: string) => {
      const { link, ...values } = scene.test.services.mail.emails.filter(({ to }) => to === email).at(-1)?.values ?? {}
      return values
    }
    expect(words(bert.email)).toEqual(words(`nobody-${count}@example.org`))
    const views = await Promise.all(
      [bert.email, `nobody-${count}@example.org`].map(async (email) => {
        const { email: _, ...view } = (await look(scene.tokenSentTo(email))).body as Record<string, unknown>
        return view
      }),
    )
    expect(views[0]).toEqual(views[1])
  })

  it('makes the holder of its link a member, once', async () => {
    await invite(`shared-${count}@example.org`, 'admin')
    const token = scene.tokenSentTo(`shared-${count}@example.org`)
    expect(await accept(bert, { token })).toMatchObject({ status: 200, body: { organizationId: org, plantId: null } })
    expect(await roleOf(bert)).toBe('admin')
    for (const who of [otto, bert]) expect((await accept(who, { token })).code).toBe('INVITATION_INVALID')
    expect(await roleOf(otto)).toBeUndefined()
    expect((await look(token)).code).toBe('INVITATION_INVALID')
  })

  it('is accepted by one of many concurrent attempts', async () => {
    await invite(`race-${count}@example.org`)
    const token = scene.tokenSentTo(`race-${count}@example.org`)
    const { db } = scene.test
    const tries = [bert, otto, bert, otto].map(({ userId }) =>
      db
        .transaction((transaction) => acceptInvitation(transaction, { userId, token, nowMs }))
        .then(
          () => 'joined',
          (error: { code: string }) => error.code,
        ),
    )
    expect((await Promise.all(tries)).sort()).toEqual([...Array(3).fill('INVITATION_INVALID'), 'joined'])
    expect([await roleOf(bert), await roleOf(otto)].filter((role) => role !== undefined)).toHaveLength(1)
  })

  it('is accepted or declined by its id only by the owner of the address', async () => {
    await invite(bert.email)
    const [first] = await pending()
    const id = first?.id ?? 0
    const decline = (who: Person) => scene.ask(who, 'POST /user-s/invitation/{id}/decline', { params: { id } })
    expect([(await accept(otto, { id })).code, (await decline(otto)).code]).toEqual(Array(2).fill('INVITATION_INVALID'))
    expect((await accept(otto, { id: 999_999 })).code).toBe('INVITATION_INVALID')
    // An account without an address has no invitations, not even ones without an address.
    await scene.test.db.kysely.updateTable('users').set({ email: null }).where('id', '=', otto.userId).execute()
    expect([(await accept(otto, { id })).code, await own(otto)]).toEqual(['INVITATION_INVALID', []])
    expect(await accept(bert, { id })).toMatchObject({ status: 200 })
    expect(await roleOf(bert)).toBe('user')

    await scene.test.db.kysely.deleteFrom('organization_members').where('user_id', '=', bert.userId).execute()
    await invite(bert.email)
    const again = (await own(bert))[0]?.id ?? 0
    expect((await scene.ask(bert, 'POST /user-s/invitation/{id}/decline', { params: { id: again } })).status).toBe(200)
    expect(await pending()).toEqual([])
    expect((await accept(bert, { id: again })).code).toBe('INVITATION_INVALID')
  })

  it('lasts seven days', async () => {
    await invite(bert.email)
    const token = scene.tokenSentTo(bert.email)
    scene.test.clock.nowMs = nowMs + 7 * day - 1
    expect((await look(token)).status).toBe(200)
    scene.test.clock.nowMs = nowMs + 7 * day
    expect([(await look(token)).code, (await accept(bert, { token })).code]).toEqual(
      Array(2).fill('INVITATION_INVALID'),
    )
    expect([await own(bert), await pending()]).toEqual([[], []])
    expect(await findInvitation(scene.test.db, token, scene.test.clock.nowMs)).toBeUndefined()
  })

  it('is replaced by a new one to the same address, and ends when revoked', async () => {
    await invite(bert.email, 'user')
    const first = scene.tokenSentTo(bert.email)
    await invite(bert.email, 'admin')
    const second = scene.tokenSentTo(bert.email)
    expect((await accept(bert, { token: first })).code).toBe('INVITATION_INVALID')
    const rows = await pending()
    expect(rows.map(({ email, role }) => [email, role])).toEqual([[bert.email, 'admin']])
    const withdraw = (id: number, invitationId = rows[0]?.id ?? 0) =>
      scene.ask(anna, 'DELETE /user-s/org/{id}/invitation/{invitationId}', { params: { id, invitationId } })
    expect((await withdraw(org)).status).toBe(200)
    expect((await withdraw(org)).code).toBe('NOT_FOUND')
    expect((await accept(bert, { token: second })).code).toBe('INVITATION_INVALID')
  })

  it('of another organization cannot be revoked here', async () => {
    await invite(bert.email)
    const invitationId = (await pending())[0]?.id ?? 0
    const other = await scene.found(otto, 'Omega')
    const path = 'DELETE /user-s/org/{id}/invitation/{invitationId}'
    expect((await scene.ask(otto, path, { params: { id: other, invitationId } })).code).toBe('NOT_FOUND')
    expect(await pending()).toHaveLength(1)
  })

  it('is not sent to a member, to an invalid address, or to too many', async () => {
    await scene.join(org, bert, 'user')
    expect((await invite(bert.email)).code).toBe('ALREADY_MEMBER')
    for (const email of ['nobody', '+49 30 901820', 'a@b', 'a b@example.org', 'a@example.org\r\nBcc: b@example.org'])
      expect((await invite(email)).code).toBe('EMAIL_FORMAT')
    const row = { organization_id: org, plant_id: null, role: 'user', grant_ends_at: null, invited_by: anna.userId }
    await scene.test.db.kysely
      .insertInto('invitations')
      .values(
        Array.from({ length: 50 }, (_, index) => ({
          ...row,
          token_hash: Buffer.from(`${count}-${index}`),
          email: `p${index}@example.org`,
          expires_at: new Date(nowMs + day),
        })),
      )
      .execute()
    expect(await invite('p50@example.org')).toMatchObject({ code: 'TOO_MANY', body: { detail: { most: 50 } } })
    // Replacing one of the fifty keeps it at fifty, and a day later none of them counts.
    expect((await invite('p7@example.org')).status).toBe(200)
    scene.test.clock.nowMs += day
    expect((await invite('p50@example.org')).status).toBe(200)
  })

  it('is refused where an organization has 500 members, and works when one leaves', async () => {
    await invite(bert.email)
    const token = scene.tokenSentTo(bert.email)
    await scene.test.db.pool.query(
      `with made as (insert into users (account, nickname, password_hash)
         select 'crowd-' || $2::text || '-' || n, 'x', null from generate_series(1, 499) n returning id)
       insert into organization_members (organization_id, user_id, role) select $1, id, 'user' from made`,
      [org, String(count)],
    )
    expect(await accept(bert, { token })).toMatchObject({ code: 'TOO_MANY', body: { detail: { most: 500 } } })
    expect(await roleOf(bert)).toBeUndefined()
    await scene.test.db.pool.query(
      `delete from organization_members where organization_id = $1
         and user_id = (select min(user_id) from organization_members where organization_id = $1 and role = 'user')`,
      [org],
    )
    expect((await accept(bert, { token })).status).toBe(200)
    expect(await roleOf(bert)).toBe('user')
  })

  it('is limited to a hundred a day per sender, even when earlier ones are gone', async () => {
    await scene.act(anna, null)
    const share = (id: number, email: string) =>
      scene.ask(anna, 'POST /maintain-s/station/{id}/members', {
        params: { id },
        body: { email, language: 'en', role: 'viewer', rights: [], expiresAtMs: null },
      })
    for (const round of [1, 2]) {
      const plant = await addTestPlant(scene.test.db, anna.userId)
      // Concurrently: a count that is read first and written later would let them all pass.
      const sent = await Promise.all(Array.from({ length: 50 }, (_, n) => share(plant, `p${round}-${n}@example.org`)))
      expect(sent.filter(({ status }) => status === 200)).toHaveLength(50)
      await scene.get(anna, 'DELETE /maintain-s/station', {
        body: { id: plant, name: 'Lindenhof', proof: { password: TEST_PASSWORD } },
      })
    }
    await scene.act(anna, org)
    expect((await invite(bert.email)).code).toBe('TOO_MANY_REQUESTS')
    scene.test.clock.nowMs += day - 1
    expect((await invite(bert.email)).code).toBe('TOO_MANY_REQUESTS')
    scene.test.clock.nowMs += 1
    expect((await invite(bert.email)).status).toBe(200)
  })

  it('is deleted some time after it expires unanswered', async () => {
    const { db } = scene.test
    await db.kysely.deleteFrom('invitations').execute()
    await invite(bert.email)
    expect(await removeExpiredInvitations(db, nowMs + 7 * day - 1)).toBe(0)
    expect(await removeExpiredInvitations(db, nowMs + 7 * day)).toBe(1)
    expect(await pending()).toEqual([])
  })

  it('does not change the role of a member', async () => {
    await invite(`other-${count}@example.org`, 'user')
    const token = scene.tokenSentTo(`other-${count}@example.org`)
    expect((await accept(anna, { token })).status).toBe(200)
    expect(await roleOf(anna)).toBe('admin')
  })
})
