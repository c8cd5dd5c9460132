import { organizationGrant } from '@heliograph/contract/codecs/share.ts'
import type { Organization } from '@heliograph/contract/user-s/organization.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { plantRights, rightsOfRole } from '@heliograph/domain/permissions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPlant } from '../../fleet/plants/plants.ts'
import { addMember, addTestPlant, testPlant } from '../../testing/app.ts'
import { findSession, openSession } from '../accounts/accounts.ts'
import { createScene, day, nowMs, type Person, type Scene } from '../organizations/testing/scene.ts'
import { acceptPlant, deletePlant, offerPlant } from './sharing.ts'
import { codesOf, createPlantScene, grant, ownerCalls, type PlantScene, proof } from './testing/plant-scene.ts'

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
    expect((await at.members(owner)).supportOpen).toBe(true)
    const seen = await scene.get<{ roleCode: { code: string; isOn: number }[] }>(
      admin,
      'GET /maintain-s/station/{id}',
      {
        params: { id: at.plant },
      },
    )
    expect(seen.roleCode.filter(({ isOn }) => isOn > 0).map(({ code }) => code)).toEqual(rightsOfRole.viewer)
    expect(await at.members(admin)).toMatchObject({ isOwner: false, invitations: [], supportOpen: false })
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

describe('handing a plant over', () => {
  const offer = (who: Person, to: { userId: number } | { organizationId: number }, options: object = proof) =>
    scene.ask(who, 'POST /maintain-s/station/{id}/owner', { params: { id: at.plant }, body: { ...to, proof: options } })
  const accept = (who: Person) =>
    scene.ask(who, 'POST /maintain-s/station/{id}/owner/accept', { params: { id: at.plant } })
  const end = (who: Person) => scene.ask(who, 'DELETE /maintain-s/station/{id}/owner', { params: { id: at.plant } })
  const offersTo = async (who: Person) =>
    (await scene.get<{ data: { plantId: number }[] }>(who, 'GET /maintain-s/station/owner/offers')).data
  const promptsOf = async (who: Person) =>
    (await scene.get<{ prompts: string[] }>(who, 'GET /user-s/acc/org/login-user')).prompts
  const lettersTo = (who: Person) => scene.test.services.mail.emails.filter(({ to }) => to === who.email)
  const holders = async () => {
    const rows = await scene.test.db.kysely
      .selectFrom('plant_holders')
      .selectAll()
      .where('plant_id', '=', at.plant)
      .execute()
    return Object.fromEntries(
      rows.map((row) => [row.user_id === null ? `org ${row.organization_id}` : row.user_id, row.role]),
    )
  }

  it('needs a proof of identity from the owner', async () => {
    await at.join(guest)
    const to = { userId: guest.userId }
    expect((await offer(owner, to, {})).code).toBe('PROOF_REQUIRED')
    expect((await offer(owner, to, { password: 'wrong-Walrus_1' })).code).toBe('OLD_PASSWORD_WRONG')
    expect(await offersTo(guest)).toEqual([])
  })

  it('changes nothing until the new owner accepts', async () => {
    await at.join(guest, grant(['viewPlantAlert'], 'viewer', nowMs + MINUTE_MS))
    await at.invite(owner, stranger.email)
    await scene.get(owner, 'POST /maintain-s/station/{id}/auth/config', {
      params: { id: at.plant },
      query: { authOpen: '1' },
    })
    expect((await offer(owner, { userId: guest.userId })).status).toBe(200)
    expect(await holders()).toEqual({ [guest.userId]: 'viewer', [owner.userId]: 'owner' })
    expect(lettersTo(guest).at(-1)).toMatchObject({ kind: 'plantOffered', values: { plant: 'Lindenhof', days: 14 } })
    expect(await offersTo(guest)).toMatchObject([{ plantId: at.plant, plant: 'Lindenhof', organization: null }])
    expect(await promptsOf(guest)).toContain('plantOffer')
    expect(await promptsOf(owner)).not.toContain('plantOffer')
    expect(await at.members(owner)).toMatchObject({ offer: { isMine: false, expiresAtMs: nowMs + 14 * day } })

    expect((await accept(guest)).status).toBe(200)
    expect(await holders()).toEqual({ [guest.userId]: 'owner', [owner.userId]: 'admin' })
    const rows = (await at.members(guest)).members
    expect(rows.find(({ userId }) => userId === guest.userId)).toMatchObject({ rights: plantRights, expiresAtMs: null })
    expect(rows.find(({ userId }) => userId === owner.userId)).toMatchObject({ rights: rightsOfRole.admin })
    // Pending shares and support access are up to the new owner.
    expect(await at.members(guest)).toMatchObject({ invitations: [], supportOpen: false, isOwner: true, offer: null })
    expect(lettersTo(owner).at(-1)).toMatchObject({ kind: 'plantOfferAnswered', values: { answer: 'accepted' } })
    expect((await accept(guest)).code).toBe('NOT_FOUND')
    expect((await offer(owner, { userId: owner.userId })).code).toBe('NO_PERMISSION')
    scene.test.clock.nowMs = nowMs + 120_000
    expect([await at.look(guest), await at.look(owner)]).toEqual([200, 200])
  })

  it('is possible only to users who share the plant now', async () => {
    await at.join(guest, grant([], 'viewer', nowMs + MINUTE_MS))
    scene.test.clock.nowMs = nowMs + 60_000
    for (const to of [
      { userId: guest.userId },
      { userId: stranger.userId },
      { userId: owner.userId },
      { userId: 999_999 },
      { organizationId: 999_999 },
    ])
      expect([to, (await offer(owner, to)).code]).toEqual([to, 'NOT_FOUND'])
    expect(await holders()).toMatchObject({ [owner.userId]: 'owner' })
  })

  it('can be accepted, declined and seen only by its recipient', async () => {
    await at.join(guest)
    await addMember(scene.test.db, at.plant, stranger.userId, 'admin')
    expect((await offer(owner, { userId: guest.userId })).status).toBe(200)
    const other = await scene.person(`other-${at.tag}`)
    for (const who of [stranger, other]) {
      expect((await accept(who)).code).toBe('NOT_FOUND')
      expect((await end(who)).code).toBe('NOT_FOUND')
      expect(await offersTo(who)).toEqual([])
    }
    expect((await accept(owner)).code).toBe('NOT_FOUND')
    expect((await at.members(stranger)) as object).toMatchObject({ offer: null })
    expect((await at.members(guest)) as object).toMatchObject({ offer: { isMine: true } })
    expect(await holders()).toMatchObject({ [owner.userId]: 'owner' })
  })

  it('can be withdrawn by one side and declined by the other', async () => {
    await at.join(guest)
    await offer(owner, { userId: guest.userId })
    expect((await end(owner)).status).toBe(200)
    expect((await accept(guest)).code).toBe('NOT_FOUND')
    await offer(owner, { userId: guest.userId })
    expect((await end(guest)).status).toBe(200)
    expect(lettersTo(owner).at(-1)).toMatchObject({ kind: 'plantOfferAnswered', values: { answer: 'declined' } })
    expect([(await accept(guest)).code, (await end(owner)).code]).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  })

  it('ends after 14 days, with the share, and by another offer', async () => {
    await at.join(guest)
    await addMember(scene.test.db, at.plant, stranger.userId, 'admin')
    await offer(owner, { userId: guest.userId })
    await offer(owner, { userId: stranger.userId })
    expect((await accept(guest)).code).toBe('NOT_FOUND')
    await scene.get(owner, 'DELETE /maintain-s/station/{id}/members/{userId}', {
      params: { id: at.plant, userId: stranger.userId },
    })
    expect((await accept(stranger)).code).toBe('NOT_FOUND')
    await offer(owner, { userId: guest.userId })
    scene.test.clock.nowMs = nowMs + 14 * day
    const at14 = { isLong: false, nowMs: nowMs + 14 * day, address: 'guest', userAgent: 'test', center: '' }
    guest.token = (
      await openSession(scene.test.db.kysely, { userId: guest.userId, organizationId: null, ...at14 })
    ).token
    expect([(await accept(guest)).code, await offersTo(guest)]).toEqual(['NOT_FOUND', []])
    expect(await holders()).toEqual({ [guest.userId]: 'viewer', [owner.userId]: 'owner' })
  })

  it('works to an organization and back; only its administrators accept', async () => {
    const chief = await scene.person(`chief-${at.tag}`)
    const org = await scene.found(chief, 'Gamma')
    await scene.join(org, stranger, 'user')
    await scene.act(stranger, org)
    const { code } = (await scene.get(chief, 'GET /user-s/org/{id}', { params: { id: org } })) as Organization
    const body = organizationGrant.toWire({ plantId: at.plant, code, relation: 'maker', ...grant(['viewPlantInfo']) })
    await scene.get(owner, 'POST /maintain-s/station/addRelated/business', { body })
    expect((await offer(owner, { organizationId: org })).status).toBe(200)
    expect(lettersTo(chief).at(-1)).toMatchObject({ kind: 'plantOffered', values: { organization: 'Gamma' } })
    expect(await offersTo(chief)).toMatchObject([{ plantId: at.plant, organization: 'Gamma' }])
    expect([await offersTo(stranger), (await accept(stranger)).code]).toEqual([[], 'NOT_FOUND'])
    expect((await accept(chief)).status).toBe(200)
    expect(await holders()).toEqual({ [`org ${org}`]: 'owner', [owner.userId]: 'admin' })
    expect(await at.members(chief)).toMatchObject({ isOwner: true })
    expect((await offer(chief, { userId: owner.userId })).status).toBe(200)
    expect((await accept(owner)).status).toBe(200)
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

  it('accepted and withdrawn at the same time leaves one owner', async () => {
    await addMember(scene.test.db, at.plant, guest.userId, 'admin')
    await offer(owner, { userId: guest.userId })
    const answers = await Promise.all([accept(guest), end(owner), accept(guest)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect(Object.values(await holders()).sort()).toEqual(['admin', 'owner'])
  })

  it('to an organization being dissolved never leaves a plant without an owner', async () => {
    for (let round = 0; round < 5; round++) {
      const chief = await scene.person(`chief-${at.tag}-${round}`)
      const org = await scene.found(chief, 'Fading')
      at.plant = await addTestPlant(scene.test.db, owner.userId)
      await scene.test.db.kysely
        .insertInto('plant_organizations')
        .values({ plant_id: at.plant, organization_id: org, role: 'viewer', rights: [] })
        .execute()
      await offer(owner, { organizationId: org })
      const [taken, gone] = await Promise.all([
        accept(chief),
        scene.ask(chief, 'DELETE /user-s/org/{id}', { params: { id: org }, body: { name: 'Fading' } }),
      ])
      // Whoever dissolved it first ended the session that would accept.
      expect(taken.status === 200 ? [409] : [200]).toContain(gone.status)
      expect(Object.values(await holders())).toContain('owner')
    }
  })
})

describe('deleting a plant', () => {
  const remove = (who: Person, name: string) =>
    scene.ask(who, 'DELETE /maintain-s/station', { body: { id: at.plant, name, proof } })

  it('needs a proof of identity, or a token made for it', async () => {
    const body = { id: at.plant, name: 'Lindenhof' }
    expect((await scene.ask(owner, 'DELETE /maintain-s/station', { body })).code).toBe('PROOF_REQUIRED')
    const wrong = { ...body, proof: { password: 'wrong-Walrus_1' } }
    expect((await scene.ask(owner, 'DELETE /maintain-s/station', { body: wrong })).code).toBe('OLD_PASSWORD_WRONG')
    const token = async (scope: string) =>
      (
        await scene.get<{ token: string }>(owner, 'POST /user-s/acc/token', {
          body: { name: scope, scopes: [scope], expiresInDays: 1, proof },
        })
      ).token
    expect((await scene.ask(await token('plant:write'), 'DELETE /maintain-s/station', { body })).code).toBe(
      'NO_PERMISSION',
    )
    expect(await at.look(owner)).toBe(200)
    expect((await scene.ask(await token('plant:delete'), 'DELETE /maintain-s/station', { body })).status).toBe(200)
    expect(await at.look(owner)).toBe(404)
  })

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
    at.plant = await addPlant(scene.test.db, { userId: stranger.userId, organizationId: org }, testPlant)
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
    const before = { userId: owner.userId, organizationId: null }
    const mail = { mail: scene.test.services.mail, publicUrl: 'http://localhost', host: 'localhost' }
    await offerPlant(db, before, { plantId: at.plant, to: { userId: guest.userId }, nowMs, ...mail })
    const next = (await findSession(db, guest.token, nowMs)) ?? expect.fail()
    await acceptPlant(db, next, { plantId: at.plant, nowMs, ...mail })
    // The right was checked earlier; the plant changed owners meanwhile.
    const late = deletePlant(db, before, { plantId: at.plant, name: 'Lindenhof', nowMs })
    await expect(late).rejects.toMatchObject({ code: 'NO_PERMISSION' })
    expect(await at.look(guest)).toBe(200)
  })

  it('ends pending shares', async () => {
    await at.invite(owner, guest.email)
    const token = scene.tokenSentTo(guest.email)
    await scene.get(owner, 'DELETE /maintain-s/station', { body: { id: at.plant, name: 'Lindenhof', proof } })
    expect((await scene.ask(guest, 'POST /user-s/invitation/accept', { body: { token } })).code).toBe(
      'INVITATION_INVALID',
    )
  })
})
