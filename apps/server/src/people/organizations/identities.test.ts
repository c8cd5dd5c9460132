import type { CurrentUser, IdentityRow } from '@heliograph/contract/user-s/acc.ts'
import { functionCodes, functionIdOf, functionsUnder } from '@heliograph/domain/permissions.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPlant } from '../../fleet/plants/plants.ts'
import { addMember, addTestPlant, bearer, testPlant } from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'
import { createScene, day, nowMs, type Person, type Scene } from './testing/scene.ts'

let scene: Scene
let app: FastifyInstance
let anna: Person
let bert: Person
let orgA: number
let orgB: number
let ownPlant: number
let plantA: number
let plantB: number

beforeAll(async () => {
  scene = await createScene()
  app = scene.test.app
  const { db } = scene.test
  anna = await scene.person('anna')
  bert = await scene.person('bert')
  orgA = await scene.found(anna, 'Alpha Solar')
  await scene.act(anna, null)
  orgB = await scene.found(bert, 'Beta Strom')
  await scene.join(orgB, anna, 'user')
  ownPlant = await addTestPlant(db, anna.userId, { name: 'Home' })
  plantA = await addPlant(db, { userId: anna.userId, organizationId: orgA }, { ...testPlant, name: 'Of Alpha' })
  plantB = await addPlant(db, { userId: bert.userId, organizationId: orgB }, { ...testPlant, name: 'Of Beta' })
})
afterAll(() => scene.test.close())

const see = (token: string) =>
  Promise.all(
    [ownPlant, plantA, plantB].map(
      async (id) => (await scene.ask(token, 'GET /maintain-s/station/{id}', { params: { id } })).status,
    ),
  )
const listed = async (token: string) => {
  const found = await scene.get<{ data: { name: string }[] }>(token, 'POST /maintain-s/operating/station/search', {
    body: {},
  })
  return found.data.map(({ name }) => name)
}

describe('an identity', () => {
  it("sees its own plants and nobody else's, in both directions", async () => {
    await scene.act(anna, null)
    expect([await see(anna.token), await listed(anna.token)]).toEqual([[200, 404, 404], ['Home']])
    await scene.act(anna, orgA)
    expect([await see(anna.token), await listed(anna.token)]).toEqual([[404, 200, 404], ['Of Alpha']])
    await scene.act(anna, orgB)
    expect([await see(anna.token), await listed(anna.token)]).toEqual([[404, 404, 200], ['Of Beta']])
    expect([await see(bert.token), await listed(bert.token)]).toEqual([[404, 404, 200], ['Of Beta']])
  })

  it('reads only its own organization', async () => {
    const org = async (id: number) => (await scene.ask(anna, 'GET /user-s/org/{id}', { params: { id } })).status
    await scene.act(anna, orgA)
    expect([await org(orgA), await org(orgB), await org(999_999)]).toEqual([200, 404, 404])
    await scene.act(anna, null)
    expect([await org(orgA), await org(orgB)]).toEqual([404, 404])
  })

  it('tells who acts, and with which permissions', async () => {
    const who = () => scene.get<CurrentUser>(anna, 'GET /user-s/acc/org/login-user')
    const on = (user: CurrentUser) => user.functions.filter(({ isOn }) => isOn === 2).map(({ code }) => code)
    await scene.act(anna, null)
    const person = await who()
    expect(person).toMatchObject({
      identity: 'USER',
      organization: null,
      roleId: 1,
      roleCodes: ['user'],
      plantCount: 1,
    })
    expect(person.functions.map(({ code }) => code)).toEqual(functionCodes)
    expect(on(person)).toContain('accountCancel')
    expect(on(person)).not.toContain('organizationManage')
    await scene.act(anna, orgA)
    const admin = await who()
    expect(admin).toMatchObject({
      identity: 'ORG_ADMIN',
      organization: { id: orgA, name: 'Alpha Solar' },
      roleId: 3,
      plantCount: 1,
    })
    expect(on(admin)).toContain('organizationManage')
    expect(on(admin)).not.toContain('accountCancel')
    await scene.act(anna, orgB)
    expect(await who()).toMatchObject({ identity: 'ORG_USER', organization: { id: orgB }, roleId: 4 })
  })

  it('is listed with the current one marked', async () => {
    await scene.act(anna, orgB)
    const { data } = await scene.get<{ data: IdentityRow[] }>(anna, 'GET /user-s/acc/identity')
    const row = { plantCount: 1, isCurrent: false }
    expect(data).toEqual([
      { ...row, organizationId: null, name: 'anna', identity: 'USER', roleId: 1 },
      { ...row, organizationId: orgA, name: 'Alpha Solar', identity: 'ORG_ADMIN', roleId: 3 },
      { ...row, organizationId: orgB, name: 'Beta Strom', identity: 'ORG_USER', roleId: 4, isCurrent: true },
    ])
  })

  it('counts no share that ended', async () => {
    const { db } = scene.test
    await addMember(db, plantB, anna.userId, 'viewer')
    const set = (at: number) =>
      db.kysely
        .updateTable('plant_members')
        .set({ expires_at: new Date(at) })
        .where('plant_id', '=', plantB)
        .where('user_id', '=', anna.userId)
        .execute()
    await scene.act(anna, null)
    const count = async () => (await scene.get<CurrentUser>(anna, 'GET /user-s/acc/org/login-user')).plantCount
    await set(nowMs + 1)
    expect([await count(), await see(anna.token)]).toEqual([2, [200, 404, 200]])
    await set(nowMs)
    expect([await count(), await see(anna.token)]).toEqual([1, [200, 404, 404]])
    expect(await listed(anna.token)).toEqual(['Home'])
  })
})

describe('switching', () => {
  it("ends the previous token and keeps the session's length", async () => {
    const before = await scene.act(anna, null)
    const reply = await inject(app, 'POST /user-s/acc/identity', { body: { organizationId: orgA } }, bearer(before))
    expect(reply.statusCode).toBe(200)
    const { access_token: token, expires_in: seconds } = reply.json()
    anna.token = token
    expect(seconds).toBe(15 * 24 * 3600)
    expect(reply.cookies.find(({ name }) => name === 'heliograph_session')).toMatchObject({
      value: token,
      maxAge: seconds,
    })
    expect((await scene.ask(before, 'GET /user-s/acc/identity')).status).toBe(401)
    expect((await scene.ask(token, 'GET /user-s/acc/identity')).status).toBe(200)
  })

  it('to another organization fails as if none existed, and changes nothing', async () => {
    const before = bert.token
    for (const organizationId of [orgA, 999_999]) {
      const answer = await scene.ask(bert, 'POST /user-s/acc/identity', { body: { organizationId } })
      expect(answer).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    }
    expect(await see(before)).toEqual([404, 404, 200])
  })

  it('twice with one token works once', async () => {
    const token = await scene.act(anna, null)
    const answers = await Promise.all(
      [orgA, orgB].map((organizationId) => scene.ask(token, 'POST /user-s/acc/identity', { body: { organizationId } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const made = answers.find(({ status }) => status === 200)?.body as { access_token: string }
    anna.token = made.access_token
  })

  it('ends with the session', async () => {
    const carl = await scene.person('carl')
    await scene.join(orgA, carl, 'user')
    const token = await scene.act(carl, orgA)
    scene.test.clock.nowMs += 16 * day
    expect((await scene.ask(token, 'POST /user-s/acc/identity', { body: { organizationId: null } })).status).toBe(401)
    scene.test.clock.nowMs = nowMs
    expect((await scene.ask(token, 'GET /user-s/acc/identity')).status).toBe(200)
  })
})

describe('roles', () => {
  const role = (who: Person, roleId: number) => scene.ask(who, 'GET /auth-s/auth/role/{roleId}', { params: { roleId } })

  it('are shown to users who have them in one of their identities', async () => {
    await scene.act(anna, null)
    expect((await role(anna, 1)).body).toEqual({ id: 1, code: 'USER', roleCodes: ['user'] })
    expect((await role(anna, 3)).body).toMatchObject({ code: 'ORG_ADMIN' })
    expect((await role(anna, 4)).body).toMatchObject({ code: 'ORG_USER' })
    const bodyOf = async (who: Person, roleId: number) => {
      const { requestId, ...rest } = (await role(who, roleId)).body as Record<string, unknown>
      return rest
    }
    // Another user's role looks like one that does not exist.
    expect(await bodyOf(anna, 2)).toEqual(await bodyOf(anna, 77))
    // An administrator is an ordinary member as well.
    expect((await role(bert, 4)).body).toMatchObject({ code: 'ORG_USER' })
    expect(await bodyOf(bert, 2)).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('have functions', async () => {
    const path = 'GET /auth-s/auth/role/{roleId}/function'
    type Rows = { data: { id: number; code: string; isOn: number }[] }
    const { data } = await scene.get<Rows>(anna, path, { params: { roleId: 4 } })
    expect(data.map(({ id }) => id)).toEqual(functionCodes.map((_, index) => index + 1))
    expect(data.find(({ code }) => code === 'plantCreate')).toMatchObject({ id: 1, isOn: 0 })
    expect(data.find(({ code }) => code === 'gateway')?.isOn).toBe(2)
    expect((await scene.ask(anna, path, { params: { roleId: 2 } })).status).toBe(404)
  })

  it('tell whether the current identity has a function', async () => {
    const one = (functionId: number) =>
      scene.ask(anna, 'GET /auth-s/auth/function/{functionId}', { params: { functionId } })
    await scene.act(anna, null)
    expect((await one(1)).body).toEqual({ total: 1, data: [{ id: 1, code: 'plantCreate', isOn: 2 }] })
    await scene.act(anna, orgB)
    expect((await one(1)).body).toEqual({ total: 1, data: [{ id: 1, code: 'plantCreate', isOn: 0 }] })
    const application = (await one(functionIdOf('application'))).body as { data: { code: string }[] }
    expect(application.data.map(({ code }) => code)).toEqual(functionsUnder('application'))
    expect((await one(functionCodes.length + 1)).code).toBe('NOT_FOUND')
  })

  it('grant nothing by an empty list: without a flag on a plant, nothing is allowed', async () => {
    const dora = await scene.person('dora')
    await addMember(scene.test.db, ownPlant, dora.userId, 'viewer', [])
    const { db } = scene.test
    await scene.join(orgB, dora, 'user')
    await db.kysely
      .insertInto('plant_organizations')
      .values({ plant_id: plantA, organization_id: orgB, role: 'viewer', rights: [] })
      .execute()
    const tries = async (plant: number) => [
      (await scene.ask(dora, 'GET /maintain-s/station/{id}', { params: { id: plant } })).code,
      (await scene.ask(dora, 'GET /maintain-s/fast/device/{id}/device-list', { params: { id: plant } })).code,
      (await scene.ask(dora, 'GET /maintain-s/station/{id}/audit', { params: { id: plant } })).code,
      (await scene.ask(dora, 'DELETE /maintain-s/station', { body: { id: plant, name: 'Home' } })).code,
    ]
    expect(await tries(ownPlant)).toEqual(Array(4).fill('NO_PERMISSION'))
    await scene.act(dora, orgB)
    expect(await tries(plantA)).toEqual(Array(4).fill('NO_PERMISSION'))
    await db.kysely
      .deleteFrom('plant_organizations')
      .where('plant_id', '=', plantA)
      .where('organization_id', '=', orgB)
      .execute()
  })
})
