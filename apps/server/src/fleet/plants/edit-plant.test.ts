import type { StationRecord } from '@heliograph/contract/maintain-s/station.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMember, addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
/** A different value for every field of the record. */
const other: StationRecord = {
  name: 'Kauri farm',
  type: 'GROUND',
  gridInterconnectionType: 'EXCESS',
  installedCapacity: 1.005,
  locationLat: -31.55,
  locationLng: 159.08,
  locationAltitude: 12,
  locationAddress: 'Lagoon Road 1',
  regionNationId: 'AU',
  regionTimezone: 'Australia/Lord_Howe',
  currency: 'AUD',
  mergeElectricPrice: 0.04615,
  installationAzimuthAngle: 0,
  installationTiltAngle: 31,
  startOperatingTime: Date.parse('2019-12-31T13:00:00Z') / 1000,
  floorArea: 61.5,
}

let test: TestApp
let owner: { userId: number; token: string }
let plant: number
beforeAll(async () => {
  test = await createTestApp(nowMs)
  owner = await addTestUser(test, 'owner')
})
afterAll(() => test.close())
beforeEach(async () => {
  plant = await addTestPlant(test.db, owner.userId)
})

const call = async (method: 'GET' | 'POST', url: string, payload?: object, token = owner.token) => {
  const reply = await test.app.inject({ method, url, headers: bearer(token), ...(payload ? { payload } : {}) })
  return { status: reply.statusCode, body: reply.json() }
}
const edit = (payload: object, token?: string) => call('POST', `/maintain-s/station/${plant}`, payload, token)
const read = async () => (await call('GET', `/maintain-s/station/${plant}/detail`)).body
const auditRow = async () =>
  test.db.kysely
    .selectFrom('audit_log')
    .select(['call', 'detail', 'user_id'])
    .where('plant_id', '=', plant)
    .orderBy('id', 'desc')
    .executeTakeFirst()

describe('POST /maintain-s/station/{id}', () => {
  it('changes every field and returns the previous values', async () => {
    const before = await read()
    const { status, body } = await edit(other)
    expect(status).toBe(200)
    expect(await read()).toMatchObject(other)
    const fields = Object.keys(other).sort()
    expect(body.changes.map(({ field }: { field: string }) => field).sort()).toEqual(fields)
    for (const { field, before: was, after } of body.changes) {
      if (field === 'startOperatingTime') expect([was, after]).toEqual([null, '2020-01-01'])
      else expect([was, after]).toEqual([before[field], other[field as keyof StationRecord]])
    }
  })

  it('leaves omitted fields alone, to the last digit', async () => {
    await edit(other)
    const { body } = await edit({ name: '  Kauri \n roof ' })
    expect(body.changes).toEqual([{ field: 'name', before: 'Kauri farm', after: 'Kauri roof' }])
    expect(await read()).toMatchObject({ ...other, name: 'Kauri roof' })
  })

  it.each<[string, object, boolean]>([
    ['the name', { name: 'New' }, false],
    ['the price', { mergeElectricPrice: 0.4, currency: 'CHF' }, false],
    ['the first day', { startOperatingTime: 1_577_836_800 }, false],
    ['the floor area', { floorArea: 80 }, false],
    ['the same capacity', { installedCapacity: 10 }, false],
    ['the capacity', { installedCapacity: 11 }, true],
    ['the zone', { regionTimezone: 'Asia/Tokyo' }, true],
    ['the place', { locationLat: 48.1 }, true],
    ['the tilt', { installationTiltAngle: 35 }, true],
  ])('requests a recount where history depends on the field: %s', async (_, payload, recounts) => {
    test.services.recounts.asked.length = 0
    expect((await edit(payload)).body.recount).toBe(recounts)
    expect(test.services.recounts.asked).toEqual(recounts ? [plant] : [])
  })

  it('keeps the first day when the zone changes', async () => {
    await edit(other)
    await edit({ regionTimezone: 'Europe/Berlin' })
    expect((await read()).startOperatingTime).toBe(Date.parse('2019-12-31T23:00:00Z') / 1000)
  })

  it('writes an audit row with the values before and after', async () => {
    await edit({ installedCapacity: 12.5, name: 'New' })
    expect(await auditRow()).toEqual({
      call: 'POST /maintain-s/station/{id}',
      user_id: owner.userId,
      detail: {
        id: plant,
        installedCapacity: 12.5,
        'installedCapacity.before': 10,
        name: 'New',
        'name.before': 'Lindenhof',
      },
    })
  })

  it.each<[string, object, string]>([
    ['a field that does not exist', { name: 'x', ownerId: 7 }, 'body.ownerId'],
    ['nothing at all', {}, 'body'],
    ['an empty name', { name: '  ' }, 'body.name'],
    ['a name that shows nothing', { name: '\u200b\u202e' }, 'body.name'],
    ['no capacity', { installedCapacity: 0 }, 'body.installedCapacity'],
    ['a place off the globe', { locationLat: 91 }, 'body.locationLat'],
    ['a zone that does not exist', { regionTimezone: 'Mars/Olympus' }, 'body.regionTimezone'],
    ['a currency that does not exist', { currency: 'ZZZ' }, 'body.currency'],
    ['a price below zero', { mergeElectricPrice: -1 }, 'body.mergeElectricPrice'],
    ['a first day in milliseconds', { startOperatingTime: 1_577_836_800_000 }, 'body.startOperatingTime'],
    ['a floor area of nothing', { floorArea: 0 }, 'body.floorArea'],
    ['a floor area of a country', { floorArea: 2e9 }, 'body.floorArea'],
    ['a tilt beyond upright', { installationTiltAngle: 91 }, 'body.installationTiltAngle'],
  ])('refuses %s', async (_, payload, field) => {
    const before = await read()
    expect(await edit(payload)).toMatchObject({ status: 400, body: { code: 'PARAM_ERROR', detail: { field } } })
    expect(await read()).toEqual(before)
    expect(await auditRow()).toBeUndefined()
  })

  it('needs the right to edit the plant', async () => {
    const guest = await addTestUser(test, `guest-${plant}`)
    expect((await edit({ name: 'Mine' }, guest.token)).status).toBe(404)
    await addMember(test.db, plant, guest.userId, 'viewer')
    expect((await edit({ name: 'Mine' }, guest.token)).body.code).toBe('NO_PERMISSION')
    await test.db.kysely
      .updateTable('plant_members')
      .set({ rights: ['viewPlantInfo', 'editPlant'] })
      .where('plant_id', '=', plant)
      .where('user_id', '=', guest.userId)
      .execute()
    expect((await edit({ name: 'Ours' }, guest.token)).status).toBe(200)
  })

  it('loses nothing when two people edit at the same time', async () => {
    await Promise.all([edit({ name: 'Ours' }), edit({ installedCapacity: 7 }), edit({ currency: 'CHF' })])
    expect(await read()).toMatchObject({ name: 'Ours', installedCapacity: 7, currency: 'CHF' })
  })
})
