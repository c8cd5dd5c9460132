import { DAY_MS } from '@heliograph/domain/duration.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPlant } from '../../fleet/plants/plants.ts'
import { register } from '../../intake/ingest/testing/scene.ts'
import { createScene, nowMs, type Person, type Scene } from '../../people/organizations/testing/scene.ts'
import { BIN_DAYS } from '../../people/sharing/sharing.ts'
import { createPlantScene, grant, type PlantScene, proof } from '../../people/sharing/testing/plant-scene.ts'
import { addTestPlant, testPlant } from '../../testing/app.ts'
import { emptyBin } from './plants.ts'

let scene: Scene
let at: PlantScene
beforeAll(async () => {
  scene = await createScene()
})
afterAll(() => scene.test.close())
beforeEach(async () => {
  at = await createPlantScene(scene)
})

const remove = (who: Person) =>
  scene.get(who, 'DELETE /maintain-s/station', { body: { id: at.plant, name: 'Lindenhof', proof } })
const bin = async (who: Person) =>
  (await scene.get<{ data: { id: number; isOwner: boolean }[] }>(who, 'GET /maintain-s/station/bin')).data
const restore = (who: Person) => scene.ask(who, 'POST /maintain-s/station/bin/{id}', { params: { id: at.plant } })
const forGood = (who: Person, options: object = { proof }) =>
  scene.ask(who, 'DELETE /maintain-s/station/bin/{id}', { params: { id: at.plant }, body: options })
const total = async (who: Person) =>
  (await scene.get<{ total: number }>(who, 'POST /maintain-s/operating/station/fleet', { body: {} })).total
const exists = async () =>
  (await scene.test.db.kysely.selectFrom('plants').select('id').where('id', '=', at.plant).execute()).length > 0
const pass = (days: number) => {
  scene.test.clock.nowMs = nowMs + days * DAY_MS
  return emptyBin(scene.test.db, scene.test.clock.nowMs)
}

describe('the bin of deleted plants', () => {
  it('hides a plant from everybody and gives it back with all its shares', async () => {
    await at.join(at.guest, grant(['viewPlantInfo'], 'viewer', nowMs + 90 * DAY_MS))
    const before = await at.members(at.owner)
    await remove(at.owner)
    expect([await at.look(at.owner), await at.look(at.guest)]).toEqual([404, 404])
    expect([await total(at.owner), await total(at.guest)]).toEqual([0, 0])
    expect(await bin(at.owner)).toMatchObject([{ id: at.plant, isOwner: true }])
    expect(await bin(at.guest)).toEqual([])
    expect((await restore(at.guest)).code).toBe('NOT_FOUND')
    expect((await forGood(at.guest)).code).toBe('NOT_FOUND')
    expect((await restore(at.owner)).status).toBe(200)
    expect(await at.members(at.owner)).toEqual(before)
    expect([await at.look(at.owner), await at.look(at.guest)]).toEqual([200, 200])
    expect(await bin(at.owner)).toEqual([])
    expect((await restore(at.owner)).code).toBe('NOT_FOUND')
    const { data } = await scene.get<{ data: { call: string }[] }>(at.owner, 'GET /maintain-s/station/{id}/audit', {
      params: { id: at.plant },
    })
    expect(data.slice(0, 2).map(({ call }) => call)).toEqual([
      'POST /maintain-s/station/bin/{id}',
      'DELETE /maintain-s/station',
    ])
  })

  it('is emptied after 30 days, and not before', async () => {
    await remove(at.owner)
    await pass(BIN_DAYS - 1)
    expect(await exists()).toBe(true)
    await pass(BIN_DAYS)
    expect(await exists()).toBe(false)
  })

  it('can be emptied at once, with a proof, by the owner', async () => {
    await remove(at.owner)
    expect((await forGood(at.owner, {})).code).toBe('PROOF_REQUIRED')
    expect((await forGood(at.stranger)).code).toBe('NOT_FOUND')
    expect(await exists()).toBe(true)
    expect((await forGood(at.owner)).status).toBe(200)
    expect(await exists()).toBe(false)
  })

  it('keeps no plant of an account that is gone', async () => {
    const { db } = scene.test
    const gone = await scene.person(`gone-${at.tag}`)
    at.plant = await addTestPlant(db, gone.userId)
    await remove(gone)
    await db.kysely.deleteFrom('users').where('id', '=', gone.userId).execute()
    await emptyBin(db, nowMs)
    expect(await exists()).toBe(false)
  })

  it('of an organization is for its administrators', async () => {
    const { stranger, guest } = at
    const org = await scene.found(stranger, `Delta ${at.tag}`)
    await scene.join(org, guest, 'user')
    await scene.act(guest, org)
    at.plant = await addPlant(scene.test.db, { userId: stranger.userId, organizationId: org }, testPlant)
    await scene.act(stranger, org)
    await remove(stranger)
    expect(await bin(guest)).toEqual([])
    expect((await restore(guest)).code).toBe('NOT_FOUND')
    await scene.act(stranger, null)
    expect(await bin(stranger)).toEqual([])
    await scene.act(stranger, org)
    expect((await restore(stranger)).status).toBe(200)
    expect(await at.look(guest)).toBe(200)
  })

  it('leaves loggers with their plant until they are added to another one', async () => {
    const { db } = scene.test
    const serial = 1_710_000_000 + Number(at.tag)
    await register(db, at.plant, serial)
    const plantOf = async () =>
      (
        await db.kysely
          .selectFrom('loggers')
          .select('plant_id')
          .where('address', '=', String(serial))
          .executeTakeFirst()
      )?.plant_id ?? null
    await db.pool.query('update loggers set last_seen_at = now() where address = $1', [String(serial)])
    await remove(at.owner)
    expect(await plantOf()).toBe(at.plant)
    const add = (who: Person, plant: number) =>
      scene.get(who, 'POST /maintain-s/power/system/{id}/v2/gateway', {
        params: { id: plant },
        body: { registerItems: [{ deviceSn: String(serial) }] },
      })
    await add(at.stranger, await addTestPlant(db, at.stranger.userId))
    expect(await plantOf()).toBe(at.plant)
    await add(at.owner, await addTestPlant(db, at.owner.userId))
    expect(await plantOf()).toBeNull()
  })
})
