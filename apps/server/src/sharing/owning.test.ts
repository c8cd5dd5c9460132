import type { Organisation } from '@heliograph/contract/user-s/organisation.ts'
import { plantRights, rightsOfRole } from '@heliograph/domain/permissions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createScene, nowMs, type Person, type Scene } from '../organisations/testing/scene.ts'
import { addPlant } from '../plants/plants.ts'
import { addMember, addTestPlant, testPlant } from '../testing/app.ts'
import { deletePlant, handOverPlant } from './sharing.ts'
import { codesOf, createPlantScene, grant, ownerCalls, type PlantScene } from './testing/plant-scene.ts'

let scene: Scene
let at: PlantScene
let owner: Person
let guest: Person
let stranger: Person

beforeAll(async () => {
  scene = await createScene()
})
afterAll(() => scene.test.close())
beforeEach(async () => {
  at = await createPlantScene(scene)
  ;({ owner, guest, stranger } = at)
})

describe('the support switch', () => {
  const turn = (who: Person, authOpen: '0' | '1') =>
    scene.ask(who, 'POST /maintain-s/station/{id}/auth/config', { params: { id: at.plant }, query: { authOpen } })

  it('gives server administrators read access while it is on', async () => {
    const admin = await scene.person('admin', true)
    expect(await at.look(admin)).toBe(404)
    expect((await turn(owner, '1')).status).toBe(200)
    expect((await at.members(owner)).authOpen).toBe(true)
    const seen = await scene.get<{ roleCode: { code: string; isOn: number }[] }>(
      admin,
      'GET /maintain-s/station/{id}',
      {
        params: { id: at.plant },
      },
    )
    expect(seen.roleCode.filter(({ isOn }) => isOn > 0).map(({ code }) => code)).toEqual(rightsOfRole.viewer)
    expect(await at.members(admin)).toMatchObject({ isOwner: false, invitations: [], authOpen: false })
    const calls = ownerCalls(at.plant, guest)
    expect(await codesOf(scene, admin, calls)).toEqual(Array(calls.length).fill('NO_PERMISSION'))
    expect(await at.look(stranger)).toBe(404)
    // A user who acts for an organization is not support.
    const org = await scene.found(admin, 'Support')
    expect(await at.look(admin)).toBe(404)
    await scene.act(admin, null)
    expect(org).toBeGreaterThan(0)
    expect((await turn(owner, '0')).status).toBe(200)
    expect(await at.look(admin)).toBe(404)
  })
})

describe('transferring a plant', () => {
  const handOver = (who: Person, body: { userId: number } | { organisationId: number }) =>
    scene.ask(who, 'POST /maintain-s/station/{id}/owner', { params: { id: at.plant }, body })
  const holders = async () => {
    const rows = await scene.test.db.kysely
      .selectFrom('plant_holders')
      .selectAll()
      .where('plant_id', '=', at.plant)
      .execute()
    return Object.fromEntries(
      rows.map((row) => [row.user_id === null ? `org ${row.organisation_id}` : row.user_id, row.role]),
    )
  }

  it('makes a member the owner and the owner an administrator', async () => {
    await at.join(guest, grant(['viewPlantAlert'], 'viewer', nowMs / 1000 + 60))
    await at.invite(owner, stranger.email)
    await scene.get(owner, 'POST /maintain-s/station/{id}/auth/config', {
      params: { id: at.plant },
      query: { authOpen: '1' },
    })
    expect((await handOver(owner, { userId: guest.userId })).status).toBe(200)
    expect(await holders()).toEqual({ [guest.userId]: 'owner', [owner.userId]: 'admin' })
    const rows = (await at.members(guest)).data
    expect(rows.find(({ userId }) => userId === guest.userId)).toMatchObject({ rights: plantRights, expiresAt: null })
    expect(rows.find(({ userId }) => userId === owner.userId)).toMatchObject({ rights: rightsOfRole.admin })
    // Pending shares and support access are up to the new owner.
    expect(await at.members(guest)).toMatchObject({ invitations: [], authOpen: false, isOwner: true })
    expect((await handOver(owner, { userId: owner.userId })).code).toBe('NO_PERMISSION')
    scene.test.clock.nowMs = nowMs + 120_000
    expect([await at.look(guest), await at.look(owner)]).toEqual([200, 200])
  })

  it('works only to users who share the plant now', async () => {
    await at.join(guest, grant([], 'viewer', nowMs / 1000 + 60))
    scene.test.clock.nowMs = nowMs + 60_000
    for (const body of [
      { userId: guest.userId },
      { userId: stranger.userId },
      { userId: owner.userId },
      { userId: 999_999 },
      { organisationId: 999_999 },
    ])
      expect([body, (await handOver(owner, body)).code]).toEqual([body, 'NOT_FOUND'])
    expect(await holders()).toMatchObject({ [owner.userId]: 'owner' })
  })

  it('works to an organization and back', async () => {
    const chief = await scene.person(`chief-${at.tag}`)
    const org = await scene.found(chief, 'Gamma')
    const { code } = (await scene.get(chief, 'GET /user-s/org/{id}', { params: { id: org } })) as Organisation
    const body = { stationId: at.plant, code, relation: 'maker', ...grant(['viewPlantInfo']) }
    await scene.get(owner, 'POST /maintain-s/station/addRelated/business', { body })
    expect((await handOver(owner, { organisationId: org })).status).toBe(200)
    expect(await holders()).toEqual({ [`org ${org}`]: 'owner', [owner.userId]: 'admin' })
    expect(await at.members(chief)).toMatchObject({ isOwner: true })
    expect((await handOver(chief, { userId: owner.userId })).status).toBe(200)
    expect(await holders()).toEqual({ [`org ${org}`]: 'admin', [owner.userId]: 'owner' })
    const { data } = await scene.get<{ data: object[] }>(
      owner,
      'GET /maintain-s/station/{id}/queryRelated/businesses',
      {
        params: { id: at.plant },
      },
    )
    expect(data).toMatchObject([{ relation: 'other', role: 'admin' }])
  })

  it('twice at the same time leaves one owner', async () => {
    await addMember(scene.test.db, at.plant, guest.userId, 'admin')
    await addMember(scene.test.db, at.plant, stranger.userId, 'admin')
    const answers = await Promise.all([guest, stranger].map(({ userId }) => handOver(owner, { userId })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    expect(Object.values(await holders()).sort()).toEqual(['admin', 'admin', 'owner'])
  })

  it('to an organization being dissolved never leaves a plant without an owner', async () => {
    for (let round = 0; round < 5; round++) {
      const chief = await scene.person(`chief-${at.tag}-${round}`)
      const org = await scene.found(chief, 'Fading')
      at.plant = await addTestPlant(scene.test.db, owner.userId)
      await scene.test.db.kysely
        .insertInto('plant_organisations')
        .values({ plant_id: at.plant, organisation_id: org, role: 'viewer', rights: [] })
        .execute()
      const [given, gone] = await Promise.all([
        handOver(owner, { organisationId: org }),
        scene.ask(chief, 'DELETE /user-s/org/{id}', { params: { id: org }, body: { name: 'Fading' } }),
      ])
      expect([given.status, gone.status].sort()).toEqual(given.status === 200 ? [200, 409] : [200, 404])
      expect(Object.values(await holders())).toContain('owner')
    }
  })
})

describe('deleting a plant', () => {
  const remove = (who: Person, name: string) =>
    scene.ask(who, 'DELETE /maintain-s/station', { body: { id: at.plant, name } })

  it('needs its name and removes the plant for everybody', async () => {
    await at.join(guest)
    const untouched = await addTestPlant(scene.test.db, stranger.userId, { name: 'Lindenhof' })
    for (const name of ['', 'lindenhof', 'Lindenhof 2']) expect((await remove(owner, name)).code).toBe('PARAM_ERROR')
    expect(await at.look(owner)).toBe(200)
    expect((await remove(owner, ' Lindenhof ')).status).toBe(200)
    expect([await at.look(owner), await at.look(guest)]).toEqual([404, 404])
    expect((await remove(owner, 'Lindenhof')).code).toBe('NOT_FOUND')
    at.plant = untouched
    expect(await at.look(stranger)).toBe(200)
  })

  it('is allowed to administrators of the owning organization', async () => {
    const org = await scene.found(stranger, 'Gamma')
    await scene.join(org, guest, 'user')
    await scene.act(guest, org)
    at.plant = await addPlant(scene.test.db, { userId: stranger.userId, organisationId: org }, testPlant)
    expect((await remove(guest, 'Lindenhof')).code).toBe('NO_PERMISSION')
    await scene.act(stranger, null)
    expect((await remove(stranger, 'Lindenhof')).code).toBe('NOT_FOUND')
    await scene.act(stranger, org)
    expect((await remove(stranger, 'Lindenhof')).status).toBe(200)
    expect(await at.look(guest)).toBe(404)
  })

  it('is refused to the previous owner right after a transfer', async () => {
    await at.join(guest)
    const { db } = scene.test
    const before = { userId: owner.userId, organisationId: null }
    await handOverPlant(db, before, { plantId: at.plant, to: { userId: guest.userId }, nowMs })
    // The right was checked earlier; the plant changed owners meanwhile.
    const late = deletePlant(db, before, { plantId: at.plant, name: 'Lindenhof' })
    await expect(late).rejects.toMatchObject({ code: 'NO_PERMISSION' })
    expect(await at.look(guest)).toBe(200)
  })

  it('ends pending shares', async () => {
    await at.invite(owner, guest.email)
    const token = scene.tokenSentTo(guest.email)
    await scene.get(owner, 'DELETE /maintain-s/station', { body: { id: at.plant, name: 'Lindenhof' } })
    expect((await scene.ask(guest, 'POST /user-s/invitation/accept', { body: { token } })).code).toBe(
      'INVITATION_INVALID',
    )
  })
})
