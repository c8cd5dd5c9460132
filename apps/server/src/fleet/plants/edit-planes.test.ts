import { modulePlane } from '@heliograph/contract/codecs/plant-record.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMember, addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { clearSkyBand } from './clear-sky-band.ts'
import { getFacts } from './plants.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const east = { name: 'East', azimuthDeg: 90, tiltDeg: 45, capacityWp: 4_005 }
const west = { name: 'West', azimuthDeg: 270, tiltDeg: 45, capacityWp: 5_000 }

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
  test.services.recounts.asked.length = 0
})

const post = async (path: string, payload: object, token = owner.token) => {
  const url = `/maintain-s/station/${plant}${path}`
  const reply = await test.app.inject({ method: 'POST', url, headers: bearer(token), payload })
  return { status: reply.statusCode, body: reply.json() }
}
const read = async () =>
  (await test.app.inject({ method: 'GET', url: `/maintain-s/station/${plant}`, headers: bearer(owner.token) })).json()

describe('POST /maintain-s/station/{id}/planes', () => {
  it('replaces the planes; the plant has their sum and the way of the largest', async () => {
    expect((await read()).installationPlanes).toEqual([
      { name: '', installationAzimuthAngle: 180, installationTiltAngle: 20, installedCapacity: 10 },
    ])
    const { body } = await post('/planes', { planes: [east, west] })
    expect(body).toEqual({
      recount: true,
      changes: [
        {
          field: 'installationPlanes',
          before: '10 kWp 180° 20°',
          after: 'East 4.005 kWp 90° 45°; West 5 kWp 270° 45°',
        },
      ],
    })
    expect(await read()).toMatchObject({
      installationPlanes: [east, west].map(modulePlane.toWire),
      installedCapacity: 9.005,
      installationAzimuthAngle: 270,
      installationTiltAngle: 45,
    })
    expect(test.services.recounts.asked).toEqual([plant])
  })

  it('counts nothing anew for a name, or without a change', async () => {
    await post('/planes', { planes: [east, west] })
    test.services.recounts.asked.length = 0
    const renamed = await post('/planes', { planes: [{ ...east, name: ' Barn \n east ' }, west] })
    expect(renamed.body).toMatchObject({ recount: false, changes: [{ after: expect.stringContaining('Barn east') }] })
    expect((await post('/planes', { planes: [{ ...east, name: 'Barn east' }, west] })).body).toEqual({
      recount: false,
      changes: [],
    })
    expect(test.services.recounts.asked).toEqual([])
  })

  it('keeps an edit of the plant from contradicting its planes', async () => {
    await post('/planes', { planes: [east, west] })
    for (const edit of [{ installedCapacity: 8 }, { installationTiltAngle: 10 }, { installationAzimuthAngle: 1 }])
      expect(await post('', edit)).toMatchObject({ status: 400, body: { code: 'PARAM_ERROR', detail: { planes: 2 } } })
    expect((await post('', { installedCapacity: 9.005, name: 'Same' })).status).toBe(200)
    await post('/planes', { planes: [west] })
    expect((await post('', { installedCapacity: 8 })).status).toBe(200)
    expect((await read()).installationPlanes).toEqual([modulePlane.toWire({ ...west, name: '', capacityWp: 8_000 })])
  })

  it('moves the clear-sky curve: two ways share the day', async () => {
    const { fromMs, toMs } = dayBounds('2026-06-21', 'Europe/Berlin')
    const powersAt = async (...hours: number[]) => {
      const band = clearSkyBand(await getFacts(test.db, plant), 10_000, { fromMs, toMs, slotMs: 300_000 })
      return hours.map((hour) => band.find(({ atMs }) => atMs >= fromMs + hour * 3_600_000)?.powerW ?? 0)
    }
    await post('/planes', { planes: [{ ...east, capacityWp: 10_000 }] })
    const [morning = 0, evening = 0] = await powersAt(8, 18)
    expect(morning).toBeGreaterThan(evening * 2)
    await post('/planes', {
      planes: [
        { ...east, capacityWp: 5_000 },
        { ...west, capacityWp: 5_000 },
      ],
    })
    const [early = 0, late = 0] = await powersAt(8, 18)
    expect(early).toBeLessThan(morning)
    expect(late).toBeGreaterThan(evening)
    expect(early / late).toBeGreaterThan(0.7)
    expect(early / late).toBeLessThan(1.4)
  })

  it.each<[string, object]>([
    ['no plane', { planes: [] }],
    ['too many', { planes: Array.from({ length: 21 }, () => east) }],
    ['a plane without power', { planes: [{ ...east, capacityWp: 0 }] }],
    ['a tilt beyond upright', { planes: [{ ...east, tiltDeg: 91 }] }],
    ['a field that does not exist', { planes: [{ ...east, shade: 1 }] }],
  ])('refuses %s', async (_, payload) => {
    expect(await post('/planes', payload)).toMatchObject({ status: 400, body: { code: 'PARAM_ERROR' } })
    expect((await read()).installedCapacity).toBe(10)
  })

  it('needs the right to edit the plant', async () => {
    const guest = await addTestUser(test, `guest-${plant}`)
    expect((await post('/planes', { planes: [east] }, guest.token)).status).toBe(404)
    await addMember(test.db, plant, guest.userId, 'viewer')
    expect((await post('/planes', { planes: [east] }, guest.token)).body.code).toBe('NO_PERMISSION')
  })
})
