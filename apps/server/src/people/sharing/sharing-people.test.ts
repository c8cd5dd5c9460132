import type { CallName } from '@heliograph/contract/calls.ts'
import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { type PlantRight, plantRights, rightsOfRole } from '@heliograph/domain/permissions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addTestPlant } from '../../testing/app.ts'
import type { CallParts } from '../../testing/call.ts'
import { createScene, nowMs, type Person, type Scene } from '../organizations/testing/scene.ts'
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

describe('sharing with a person', () => {
  it('works by email, with or without an account', async () => {
    const answers = [await at.invite(owner, guest.email), await at.invite(owner, `nobody-${at.tag}@example.org`)]
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, { success: true }]))
    expect(scene.test.services.mail.emails.at(-1)).toMatchObject({
      kind: 'plantInvitation',
      language: 'zh',
      values: { inviter: owner.account, plant: 'Lindenhof', days: 7 },
    })
    expect(await at.look(guest)).toBe(404)
    const { invitations } = await at.members(owner)
    expect(invitations.map(({ email }) => email).sort()).toEqual([guest.email, `nobody-${at.tag}@example.org`])
    const body = { token: scene.tokenSentTo(guest.email) }
    expect(await scene.get(guest, 'POST /user-s/invitation/accept', { body })).toEqual({
      organizationId: null,
      plantId: at.plant,
    })
    expect(await at.look(guest)).toBe(200)
    expect(await at.look(stranger)).toBe(404)
    expect(await at.members(guest)).toMatchObject({ invitations: [], isOwner: false, supportOpen: false })
  })

  it.each(plantRights.map((right) => [right]))('grants the flag %s and no other', async (right) => {
    await at.join(guest, grant([right]))
    const expected = right === 'deletePlant' ? [] : [right]
    expect(await at.rowOf(guest)).toMatchObject({ role: 'viewer', rights: expected })
    const calls: Partial<Record<PlantRight, [CallName, CallParts]>> = {
      viewPlantInfo: ['GET /maintain-s/station/{id}', { params: { id: at.plant } }],
      viewPlantDevice: ['GET /maintain-s/fast/device/{id}/device-list', { params: { id: at.plant } }],
      addPlantDevice: [
        'POST /maintain-s/power/system/{id}/v2/gateway',
        { params: { id: at.plant }, body: { registerItems: [{ deviceSn: String(1_800_000_000 + Number(at.tag)) }] } },
      ],
      deletePlant: ['DELETE /maintain-s/station', { body: { id: at.plant, name: 'Lindenhof', proof } }],
    }
    for (const [needed, [name, parts]] of Object.entries(calls)) {
      const allowed = needed === right && right !== 'deletePlant'
      expect([needed, (await scene.ask(guest, name, parts)).status]).toEqual([needed, allowed ? 200 : 403])
    }
  })

  it('never grants owner-only flags', async () => {
    await at.join(guest, grant(plantRights, 'admin'))
    const granted = plantRights.filter((right) => right !== 'deletePlant')
    expect(await at.rowOf(guest)).toMatchObject({ role: 'admin', rights: granted })
    const calls = ownerCalls(at.plant, stranger)
    expect(await codesOf(scene, guest, calls)).toEqual(Array(calls.length).fill('NO_PERMISSION'))
    // A stranger gets the same reply as for a missing plant.
    expect(await codesOf(scene, stranger, calls)).toEqual(Array(calls.length).fill('NOT_FOUND'))
    expect(await codesOf(scene, owner, ownerCalls(999_999, guest))).toEqual(Array(calls.length).fill('NOT_FOUND'))
    for (const role of ['owner', 'support'])
      expect((await at.invite(owner, stranger.email, { ...grant([]), role: role as 'admin' })).code).toBe('PARAM_ERROR')
    expect((await at.members(owner)).members.map(({ role }) => role)).toEqual(['owner', 'admin'])
  })

  it('is changed or ended by the owner, and left by the guest', async () => {
    await at.join(guest)
    expect((await at.change(owner, guest, grant(['viewPlantInfo', 'editPlant', 'deletePlant'], 'admin'))).status).toBe(
      200,
    )
    expect(await at.rowOf(guest)).toMatchObject({ role: 'admin', rights: ['viewPlantInfo', 'editPlant'] })
    expect((await at.change(owner, stranger, grant([]))).code).toBe('NOT_FOUND')
    // The owner has no share.
    expect((await at.change(owner, owner, grant([]))).code).toBe('NOT_FOUND')
    const remove = (whom: Person) =>
      scene.ask(owner, 'DELETE /maintain-s/station/{id}/members/{userId}', {
        params: { id: at.plant, userId: whom.userId },
      })
    expect((await remove(owner)).code).toBe('NOT_FOUND')
    expect((await remove(guest)).status).toBe(200)
    expect([await at.look(guest), (await remove(guest)).code]).toEqual([404, 'NOT_FOUND'])

    await at.join(guest)
    expect((await at.leave(guest)).status).toBe(200)
    expect([await at.look(guest), (await at.leave(guest)).code]).toEqual([404, 'NOT_FOUND'])
    expect((await at.leave(owner)).code).toBe('NO_PERMISSION')
    expect((await at.leave(stranger)).code).toBe('NOT_FOUND')
    expect(await at.look(owner)).toBe(200)
  })

  it("shows guests each other's names, but no address used as an account name", async () => {
    await at.join(guest)
    await at.join(stranger)
    const rename = { account: stranger.email }
    await scene.test.db.kysely.updateTable('users').set(rename).where('id', '=', stranger.userId).execute()
    const accountsSeenBy = async (who: Person) => new Set((await at.members(who)).members.map(({ account }) => account))
    const [asOwner, asGuest, asSelf] = [owner, guest, stranger].map(accountsSeenBy)
    // Both joined at the same instant of the test's clock.
    expect(await asOwner).toEqual(new Set([owner.account, guest.account, stranger.email]))
    expect(await asGuest).toEqual(new Set([owner.account, guest.account, 's***@example.org']))
    expect(await asSelf).toEqual(new Set([owner.account, guest.account, stranger.email]))
  })

  it('can be left by a guest without permissions', async () => {
    await at.join(guest, grant([]))
    expect((await scene.ask(guest, 'GET /maintain-s/station/{id}', { params: { id: at.plant } })).status).toBe(403)
    expect((await at.leave(guest)).status).toBe(200)
  })

  it('ends by itself and is listed as ended', async () => {
    const expiresAtMs = nowMs + HOUR_MS
    await at.join(guest, grant(rightsOfRole.viewer, 'viewer', expiresAtMs))
    const search = async () =>
      (await scene.get<{ total: number }>(guest, 'POST /maintain-s/operating/station/search', { body: {} })).total
    scene.test.clock.nowMs = expiresAtMs - 1
    expect([await at.look(guest), await search()]).toEqual([200, 1])
    expect(await at.rowOf(guest)).toMatchObject({ isExpired: false, expiresAtMs })
    scene.test.clock.nowMs = expiresAtMs
    expect([await at.look(guest), await search()]).toEqual([404, 0])
    expect(await at.rowOf(guest)).toMatchObject({ isExpired: true, expiresAtMs })
    // An ended share may be granted again, changed, or removed by its holder.
    await at.join(guest, grant(['viewPlantInfo']))
    expect(await at.rowOf(guest)).toMatchObject({ isExpired: false, expiresAtMs: null, rights: ['viewPlantInfo'] })
    expect((await at.change(owner, guest, grant([], 'viewer', expiresAtMs + MINUTE_MS))).status).toBe(200)
    scene.test.clock.nowMs = expiresAtMs + MINUTE_MS
    expect((await at.leave(guest)).status).toBe(200)
  })

  it('rejects an end that is past or absurd', async () => {
    for (const expiresAtMs of [nowMs, nowMs - 1, -1, 1e15, Number.MAX_SAFE_INTEGER])
      expect(await at.invite(owner, guest.email, grant([], 'viewer', expiresAtMs))).toMatchObject({
        code: 'PARAM_ERROR',
        body: { detail: { field: 'body.expiresAtMs' } },
      })
  })

  it('creates an invitation that ends no later than its share', async () => {
    const expiresAtMs = nowMs + HOUR_MS
    await at.invite(owner, guest.email, grant([], 'viewer', expiresAtMs))
    expect((await at.members(owner)).invitations[0]?.expiresAtMs).toBe(expiresAtMs)
    scene.test.clock.nowMs = expiresAtMs
    const body = { token: scene.tokenSentTo(guest.email) }
    expect((await scene.ask(guest, 'POST /user-s/invitation/accept', { body })).code).toBe('INVITATION_INVALID')
  })

  it('is revoked while pending, but not by a neighbor', async () => {
    await at.invite(owner, guest.email)
    const invitationId = (await at.members(owner)).invitations[0]?.id ?? 0
    const other = await addTestPlant(scene.test.db, stranger.userId)
    const path = 'DELETE /maintain-s/station/{id}/members/invitation/{invitationId}'
    expect((await scene.ask(stranger, path, { params: { id: other, invitationId } })).code).toBe('NOT_FOUND')
    expect((await scene.ask(owner, path, { params: { id: at.plant, invitationId } })).status).toBe(200)
    const body = { token: scene.tokenSentTo(guest.email) }
    expect((await scene.ask(guest, 'POST /user-s/invitation/accept', { body })).code).toBe('INVITATION_INVALID')
  })

  it('is refused for a user who has the plant, and the owner stays the owner', async () => {
    await at.join(guest, grant(['viewPlantInfo']))
    expect((await at.invite(owner, guest.email)).code).toBe('ALREADY_MEMBER')
    expect((await at.invite(owner, owner.email)).code).toBe('ALREADY_MEMBER')
    await at.invite(owner, `other-${at.tag}@example.org`)
    const body = { token: scene.tokenSentTo(`other-${at.tag}@example.org`) }
    expect((await scene.ask(owner, 'POST /user-s/invitation/accept', { body })).status).toBe(200)
    expect(await at.rowOf(owner)).toMatchObject({ role: 'owner', rights: plantRights, isSelf: true })
    await at.invite(owner, `third-${at.tag}@example.org`)
    await scene.get(guest, 'POST /user-s/invitation/accept', {
      body: { token: scene.tokenSentTo(`third-${at.tag}@example.org`) },
    })
    expect(await at.rowOf(guest)).toMatchObject({ rights: ['viewPlantInfo'] })
  })
})

describe('the log of writes', () => {
  it('is visible to the owner only, newest first, and says who did what', async () => {
    const other = await addTestPlant(scene.test.db, stranger.userId)
    await at.join(guest, grant(['viewPlantInfo']))
    await at.change(owner, guest, grant(['editPlant', 'viewPlantInfo'], 'admin'))
    await at.leave(guest)
    const audit = (who: Person, id: number, query = {}) =>
      scene.get<{ total: number; data: { user: string; call: string; detail: object }[] }>(
        who,
        'GET /maintain-s/station/{id}/audit',
        { params: { id }, query },
      )
    const { total, data } = await audit(owner, at.plant)
    expect(total).toBe(4)
    expect(data.map(({ user, call }) => [user, call])).toEqual([
      [guest.account, 'POST /maintain-s/station/{id}/leave'],
      [owner.account, 'POST /maintain-s/station/{id}/members/{userId}'],
      [guest.account, 'POST /user-s/invitation/accept'],
      [owner.account, 'POST /maintain-s/station/{id}/members'],
    ])
    expect(data[1]?.detail).toEqual({
      id: at.plant,
      userId: guest.userId,
      role: 'admin',
      rights: 'editPlant, viewPlantInfo',
      expiresAtMs: null,
    })
    expect(data[3]?.detail).toMatchObject({ email: true, language: true })
    expect((await audit(owner, at.plant, { page: '2', size: '3' })).data.map(({ call }) => call)).toEqual([
      'POST /maintain-s/station/{id}/members',
    ])
    expect((await audit(stranger, other)).total).toBe(0)
  })
})
