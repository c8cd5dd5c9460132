import type { Organization } from '@heliograph/contract/user-s/organization.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPlant } from '../../fleet/plants/plants.ts'
import { testPlant } from '../../testing/app.ts'
import { CODE_ALPHABET, makeOrganizationCode, readOrganizationCode } from './organization-code.ts'
import { createOrganization, findSoleAdminOrganizations } from './organizations.ts'
import { createScene, nowMs, type Person, type Scene } from './testing/scene.ts'

let scene: Scene
/** The creator and first administrator, a second one, a user, and a stranger. */
let anna: Person
let bert: Person
let carl: Person
let otto: Person
let org: number
let count = 0

beforeAll(async () => {
  scene = await createScene()
})
afterAll(() => scene.test.close())
beforeEach(async () => {
  count += 1
  const [a, b, c, o] = await Promise.all(
    ['anna', 'bert', 'carl', 'otto'].map((text) => scene.person(`${text}-${count}`)),
  )
  ;[anna, bert, carl, otto] = [a, b, c, o] as [Person, Person, Person, Person]
  org = await scene.found(anna, `Alpha ${count}`)
  await scene.join(org, bert, 'admin')
  await scene.join(org, carl, 'user')
  for (const person of [bert, carl]) await scene.act(person, org)
})

const at = () => ({ params: { id: org } })
const member = ({ userId }: Person) => ({ params: { id: org, userId } })
const look = (who: Person) => scene.ask(who, 'GET /user-s/org/{id}', at())
const roles = async () => {
  const rows = await scene.test.db.kysely
    .selectFrom('organization_members')
    .select(['user_id', 'role'])
    .where('organization_id', '=', org)
    .execute()
  return Object.fromEntries(rows.map((row) => [row.user_id, row.role]))
}
const setRole = (who: Person, whose: Person, role: 'admin' | 'user') =>
  scene.ask(who, 'POST /user-s/org/{id}/member/{userId}', { ...member(whose), body: { role } })
const remove = (who: Person, whom: Person) => scene.ask(who, 'DELETE /user-s/org/{id}/member/{userId}', member(whom))
const leave = (who: Person) => scene.ask(who, 'POST /user-s/org/{id}/leave', at())

describe('a code', () => {
  it('has eight unambiguous characters', () => {
    for (let n = 0; n < 200; n++) expect(makeOrganizationCode()).toMatch(/^[2-9A-HJ-KMNP-TV-Z]{8}$/)
    expect(new Set(CODE_ALPHABET).size).toBe(CODE_ALPHABET.length)
    expect(readOrganizationCode(' ab-cd 2345 ')).toBe('ABCD2345')
  })

  it('is drawn again when another organization has it', async () => {
    const codes = ['TAKEN222', 'TAKEN222', 'FREE2222']
    const make = () => codes.shift() ?? ''
    const options = { userId: otto.userId, nowMs }
    const first = await createOrganization(scene.test.db, { ...options, name: 'One' }, make)
    const second = await createOrganization(scene.test.db, { ...options, name: 'Two' }, make)
    const rows = await scene.test.db.kysely
      .selectFrom('organizations')
      .select('code')
      .where('id', 'in', [first, second])
      .orderBy('id')
      .execute()
    expect(rows.map(({ code }) => code)).toEqual(['TAKEN222', 'FREE2222'])
  })
})

describe('an organization', () => {
  it('shows its members to all, and addresses to its administrators', async () => {
    const seen = (await look(bert)).body as Organization
    expect(seen).toMatchObject({
      id: org,
      name: `Alpha ${count}`,
      code: expect.stringMatching(/^\w{8}$/),
      invitations: [],
    })
    expect(seen.members.map(({ userId, role, email, isSelf }) => [userId, role, email, isSelf])).toEqual(
      expect.arrayContaining([
        [anna.userId, 'admin', anna.email, false],
        [bert.userId, 'admin', bert.email, true],
        [carl.userId, 'user', carl.email, false],
      ]),
    )
    const byUser = (await look(carl)).body as Organization
    expect(byUser.members.filter(({ email }) => email !== null).map(({ userId }) => userId)).toEqual([carl.userId])
  })

  it('hides addresses from users even where an account is named like one', async () => {
    const { db } = scene.test
    await db.kysely.updateTable('users').set({ account: anna.email }).where('id', '=', anna.userId).execute()
    const accountsSeenBy = async (who: Person) =>
      ((await look(who)).body as Organization).members.map(({ account }) => account).sort()
    expect(await accountsSeenBy(bert)).toEqual([anna.email, bert.account, carl.account])
    expect(await accountsSeenBy(carl)).toEqual(['a***@example.org', bert.account, carl.account])
  })

  it('has a clean name of one line', async () => {
    const rename = (name: string) => scene.ask(anna, 'POST /user-s/org/{id}', { ...at(), body: { name } })
    expect((await rename('  North\u202e\n Light ')).status).toBe(200)
    expect(((await look(anna)).body as Organization).name).toBe('North Light')
    for (const name of ['x', ' \u200b\u200b ', 'y'.repeat(101)]) expect((await rename(name)).code).toBe('PARAM_ERROR')
  })

  it('is changed by its administrators only, and hidden from strangers', async () => {
    const tries = async (who: Person, id: number) => {
      const params = { id }
      const answers = [
        await scene.ask(who, 'POST /user-s/org/{id}', { params, body: { name: 'Mine' } }),
        await scene.ask(who, 'DELETE /user-s/org/{id}', { params, body: { name: `Alpha ${count}` } }),
        await scene.ask(who, 'POST /user-s/org/{id}/invitation', {
          params,
          body: { email: 'x@example.org', role: 'admin', language: 'en' },
        }),
        await scene.ask(who, 'DELETE /user-s/org/{id}/invitation/{invitationId}', { params: { id, invitationId: 1 } }),
        await scene.ask(who, 'POST /user-s/org/{id}/member/{userId}', {
          params: { id, userId: carl.userId },
          body: { role: 'admin' },
        }),
        await scene.ask(who, 'DELETE /user-s/org/{id}/member/{userId}', { params: { id, userId: anna.userId } }),
      ]
      return answers.map(({ code }) => code)
    }
    expect(await tries(carl, org)).toEqual(Array(6).fill('NO_PERMISSION'))
    await scene.found(otto, 'Omega')
    expect(await tries(otto, org)).toEqual(await tries(otto, 999_999))
    expect(await tries(otto, org)).toEqual(Array(6).fill('NOT_FOUND'))
    await scene.act(anna, null)
    expect(await tries(anna, org)).toEqual(Array(6).fill('NOT_FOUND'))
    expect(await roles()).toEqual({ [anna.userId]: 'admin', [bert.userId]: 'admin', [carl.userId]: 'user' })
  })

  it('is created by a person, not in the name of an organization', async () => {
    expect((await scene.ask(carl, 'POST /user-s/org', { body: { name: 'Sub' } })).code).toBe('NO_PERMISSION')
  })

  it('is limited to twenty per person, also for concurrent requests', async () => {
    const found = () => scene.ask(otto, 'POST /user-s/org', { body: { name: 'Many' } })
    for (let n = 0; n < 18; n++) expect((await found()).status).toBe(200)
    const answers = await Promise.all([found(), found(), found(), found()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
    expect(await found()).toMatchObject({ code: 'TOO_MANY', body: { detail: { most: 20 } } })
  })
})

describe('members', () => {
  it('change roles', async () => {
    expect((await setRole(anna, carl, 'admin')).status).toBe(200)
    // The role is read with every call: nobody has to sign in again.
    expect((await setRole(carl, anna, 'user')).status).toBe(200)
    expect(await roles()).toMatchObject({ [anna.userId]: 'user', [carl.userId]: 'admin' })
    expect((await setRole(anna, carl, 'user')).code).toBe('NO_PERMISSION')
    expect((await setRole(carl, otto, 'user')).code).toBe('NOT_FOUND')
  })

  it('lose what they held in its name when removed, and nothing else', async () => {
    const plant = await addPlant(scene.test.db, { userId: anna.userId, organizationId: org }, testPlant)
    const inOrg = carl.token
    const own = await scene.test.db.kysely
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', carl.userId)
      .execute()
    expect(own).toHaveLength(1)
    await scene.test.db.kysely
      .insertInto('access_tokens')
      .values({
        user_id: carl.userId,
        organization_id: org,
        name: 'x',
        token_hash: Buffer.from('x'),
        scopes: ['plant:read'],
        expires_at: new Date(nowMs + 1e9),
      })
      .execute()
    const get = () => scene.ask(inOrg, 'GET /maintain-s/station/{id}', { params: { id: plant } })
    expect((await get()).status).toBe(200)
    expect((await remove(anna, carl)).status).toBe(200)
    expect((await get()).status).toBe(401)
    const { db } = scene.test
    for (const table of ['sessions', 'access_tokens'] as const)
      expect(await db.kysely.selectFrom(table).select('id').where('user_id', '=', carl.userId).execute()).toEqual([])
    expect((await get()).code).toBe('AUTH_TOKEN_INVALID')
    expect((await look(bert)).status).toBe(200)
    expect((await remove(anna, carl)).code).toBe('NOT_FOUND')
  })

  it('leave, and their session becomes personal again', async () => {
    const before = carl.token
    const { body, status } = await leave(carl)
    expect(status).toBe(200)
    const { access_token: token } = body as { access_token: string }
    expect((await scene.ask(before, 'GET /user-s/acc/identity')).status).toBe(401)
    expect((await scene.get<{ identity: string }>(token, 'GET /user-s/acc/org/login-user')).identity).toBe('USER')
    expect(await roles()).not.toHaveProperty(String(carl.userId))
  })

  it('take the invitations that they sent with them', async () => {
    const invite = (who: Person, email: string) =>
      scene.get(who, 'POST /user-s/org/{id}/invitation', { ...at(), body: { email, role: 'user', language: 'en' } })
    await invite(bert, 'by-bert@example.org')
    await invite(anna, 'by-anna@example.org')
    expect((await setRole(anna, bert, 'user')).status).toBe(200)
    const { invitations } = (await look(anna)).body as Organization
    expect(invitations.map(({ email }) => email)).toEqual(['by-anna@example.org'])
  })
})

describe('the last administrator', () => {
  beforeEach(async () => {
    expect((await setRole(anna, bert, 'user')).status).toBe(200)
  })

  it('cannot leave, step down or be removed', async () => {
    const refusals = [await leave(anna), await setRole(anna, anna, 'user'), await remove(anna, anna)]
    expect(refusals.map(({ code }) => code)).toEqual(Array(3).fill('LAST_ADMIN'))
    expect((await roles())[anna.userId]).toBe('admin')
    // The refused calls left the session unchanged.
    expect((await look(anna)).status).toBe(200)
    const { db } = scene.test
    const sole = await db.transaction((transaction) => findSoleAdminOrganizations(transaction, anna.userId))
    expect(sole).toEqual([{ id: org, name: `Alpha ${count}` }])
  })

  it('can do all of it when there is another one', async () => {
    await setRole(anna, bert, 'admin')
    expect((await remove(anna, anna)).status).toBe(200)
    expect(await roles()).toMatchObject({ [bert.userId]: 'admin' })
    const { db } = scene.test
    expect(await db.transaction((transaction) => findSoleAdminOrganizations(transaction, carl.userId))).toEqual([])
  })
})

describe('two administrators at the same time', () => {
  type Go = (who: Person, other: Person) => ReturnType<Scene['ask']>
  const ways: readonly (readonly [string, Go, Go])[] = [
    ['leave', leave, leave],
    ['step down', (who) => setRole(who, who, 'user'), (who) => setRole(who, who, 'user')],
    ['leave and step down', leave, (who) => setRole(who, who, 'user')],
    ['remove each other', remove, remove],
    [
      'take the role from each other',
      (who, other) => setRole(who, other, 'user'),
      (who, other) => setRole(who, other, 'user'),
    ],
  ]
  it.each(ways)('%s: one of them stays', async (_, first, second) => {
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all([first(anna, bert), second(bert, anna)])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const left = Object.entries(await roles()).filter(([, role]) => role === 'admin')
      expect(left).toHaveLength(1)
      await scene.test.db.kysely.deleteFrom('organization_members').where('organization_id', '=', org).execute()
      for (const person of [anna, bert]) {
        await scene.join(org, person, 'admin')
        person.token = (await freshToken(person)) ?? ''
        await scene.act(person, org)
      }
    }
  })

  async function freshToken({ account }: Person): Promise<string | undefined> {
    const body = { grant_type: 'password', username: account, password: 'Walrus-27-tusks' } as const
    const reply = await scene.ask('clear', 'POST /oauth2-s/oauth/token', { body })
    return (reply.body as { access_token?: string }).access_token
  }
})

describe('dissolving', () => {
  const dissolve = (name: string) => scene.ask(anna, 'DELETE /user-s/org/{id}', { ...at(), body: { name } })

  it('needs the name and an organization that owns nothing', async () => {
    expect((await dissolve('Alpha')).code).toBe('PARAM_ERROR')
    const plant = await addPlant(scene.test.db, { userId: anna.userId, organizationId: org }, testPlant)
    expect((await dissolve(`Alpha ${count}`)).code).toBe('ORGANIZATION_HOLDS_PLANTS')
    const { db } = scene.test
    await db.kysely.deleteFrom('plants').where('id', '=', plant).execute()
    // Plants shared with it do not block it.
    const shared = await addPlant(db, { userId: otto.userId, organizationId: null }, testPlant)
    await db.kysely
      .insertInto('plant_organizations')
      .values({ plant_id: shared, organization_id: org, role: 'admin', rights: ['viewPlantInfo'] })
      .execute()
    const { status, body } = await dissolve(`Alpha ${count}`)
    expect(status).toBe(200)
    const { access_token: token } = body as { access_token: string }
    expect((await scene.get<{ identity: string }>(token, 'GET /user-s/acc/org/login-user')).identity).toBe('USER')
    expect((await look(bert)).code).toBe('AUTH_TOKEN_INVALID')
    expect(
      await db.kysely.selectFrom('plant_organizations').selectAll().where('plant_id', '=', shared).execute(),
    ).toEqual([])
    expect((await scene.ask(otto, 'GET /maintain-s/station/{id}', { params: { id: shared } })).status).toBe(200)
  })
})
