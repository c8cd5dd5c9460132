import { organizationGrant } from '@heliograph/contract/codecs/share.ts'
import type { Organization } from '@heliograph/contract/user-s/organization.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { plantRights, rightsOfRole } from '@heliograph/domain/permissions.ts'
import type { Grant } from '@heliograph/domain/share.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPlant } from '../../fleet/plants/plants.ts'
import { testPlant } from '../../testing/app.ts'
import { createScene, nowMs, type Person, type Scene } from '../organizations/testing/scene.ts'
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

describe('sharing with an organization', () => {
  let chief: Person
  let worker: Person
  let org: number
  let code: string
  beforeEach(async () => {
    const [c, w] = await Promise.all(['chief', 'worker'].map((text) => scene.person(`${text}-${at.tag}`)))
    ;[chief, worker] = [c, w] as [Person, Person]
    org = await scene.found(chief, `Beta ${at.tag}`)
    await scene.join(org, worker, 'user')
    await scene.act(worker, org)
    code = ((await scene.get(chief, 'GET /user-s/org/{id}', { params: { id: org } })) as Organization).code
  })
  const share = (who: Person, options: Grant, typed = code) =>
    scene.ask(who, 'POST /maintain-s/station/addRelated/business', {
      body: organizationGrant.toWire({ plantId: at.plant, code: typed, relation: 'installer', ...options }),
    })
  const businesses = async (who: Person) =>
    (
      await scene.get<{ total: number; data: object[] }>(who, 'GET /maintain-s/station/{id}/queryRelated/businesses', {
        params: { id: at.plant },
      })
    ).data

  it('works by its code, lets members work, and ends when the owner says so', async () => {
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `
    const { status, body } = await share(owner, grant(plantRights, 'admin'), typed)
    expect([status, body]).toEqual([
      200,
      {
        id: org,
        name: `Beta ${at.tag}`,
        relation: 'installer',
        role: 'admin',
        rights: plantRights.filter((right) => right !== 'deletePlant'),
        since: nowMs / 1000,
        expiresAt: null,
        isExpired: false,
      },
    ])
    expect([await at.look(chief), await at.look(worker), await at.look(stranger)]).toEqual([200, 200, 404])
    // Shared is not owned, even for an administrator; acting as a person, they see none of it.
    const calls = ownerCalls(at.plant, guest)
    expect(await codesOf(scene, chief, calls)).toEqual(Array(calls.length).fill('NO_PERMISSION'))
    await scene.act(chief, null)
    expect(await at.look(chief)).toBe(404)

    expect((await share(owner, grant(['viewPlantAlert']))).status).toBe(200)
    expect(await businesses(owner)).toMatchObject([{ id: org, role: 'viewer', rights: ['viewPlantAlert'] }])
    expect(await at.look(worker)).toBe(403)
    const end = { params: { id: at.plant, bid: org } }
    expect((await scene.ask(owner, 'DELETE /maintain-s/station/{id}/deleteRelated/business/{bid}', end)).status).toBe(
      200,
    )
    expect((await scene.ask(owner, 'DELETE /maintain-s/station/{id}/deleteRelated/business/{bid}', end)).code).toBe(
      'NOT_FOUND',
    )
    expect(await at.look(worker)).toBe(404)
    expect((await share(owner, grant([]), 'ZZZZ9999')).code).toBe('NOT_FOUND')
  })

  it('ends by itself', async () => {
    await share(owner, grant(rightsOfRole.viewer, 'viewer', nowMs + MINUTE_MS))
    expect(await at.look(worker)).toBe(200)
    scene.test.clock.nowMs = nowMs + 60_000
    expect(await at.look(worker)).toBe(404)
    expect(await businesses(owner)).toMatchObject([{ isExpired: true }])
  })

  it("is ended by the organization's administrators only", async () => {
    await share(owner, grant(rightsOfRole.admin, 'admin'))
    expect((await at.leave(worker)).code).toBe('NO_PERMISSION')
    expect(await at.look(worker)).toBe(200)
    expect((await at.leave(chief)).status).toBe(200)
    expect([await at.look(worker), (await at.leave(chief)).code]).toEqual([404, 'NOT_FOUND'])
  })

  it('that owns a plant lets its administrators own it and its users work', async () => {
    const { db } = scene.test
    at.plant = await addPlant(db, { userId: chief.userId, organizationId: org }, { ...testPlant, name: 'Werk' })
    await scene.found(stranger, 'Gamma')
    expect([await at.look(chief), await at.look(worker), await at.look(stranger), await at.look(owner)]).toEqual([
      200, 200, 404, 404,
    ])
    const calls = ownerCalls(at.plant, guest)
    expect(await codesOf(scene, worker, calls)).toEqual(Array(calls.length).fill('NO_PERMISSION'))
    expect(await codesOf(scene, stranger, calls)).toEqual(Array(calls.length).fill('NOT_FOUND'))
    await scene.act(chief, null)
    expect(await codesOf(scene, chief, calls)).toEqual(Array(calls.length).fill('NOT_FOUND'))
    await scene.act(chief, org)
    expect((await at.invite(chief, guest.email)).status).toBe(200)
    expect(await at.members(chief)).toMatchObject({ members: [], invitations: [{ email: guest.email }], isOwner: true })
    expect(await at.members(worker)).toMatchObject({ invitations: [], isOwner: false })
    expect((await share(chief, grant([]))).code).toBe('ALREADY_MEMBER')
    expect((await at.leave(chief)).code).toBe('NO_PERMISSION')
    // Their pending shares in its name end with their role.
    const second = await scene.person(`second-${at.tag}`)
    await scene.join(org, second, 'admin')
    await scene.act(second, org)
    expect((await scene.ask(chief, 'POST /user-s/org/{id}/leave', { params: { id: org } })).status).toBe(200)
    expect((await at.members(second)).invitations).toEqual([])
  })

  it('is limited to twenty', async () => {
    const { db } = scene.test
    const rows = await db.kysely
      .insertInto('organizations')
      .values(Array.from({ length: 20 }, (_, index) => ({ name: 'Many', code: `MANY${at.tag}-${index}` })))
      .returning('id')
      .execute()
    await db.kysely
      .insertInto('plant_organizations')
      .values(rows.map(({ id }) => ({ plant_id: at.plant, organization_id: id, role: 'viewer', rights: [] })))
      .execute()
    expect(await share(owner, grant([]))).toMatchObject({ code: 'TOO_MANY', body: { detail: { most: 20 } } })
  })
})
