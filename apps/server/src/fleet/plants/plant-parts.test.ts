import { noContact } from '@heliograph/domain/plant-contact.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addMember,
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  bearer,
  createTestApp,
  type TestApp,
} from '../../testing/app.ts'
import { settleNow } from '../now/now.ts'

/** Summer noon, and the middle of the night before. */
const nowMs = Date.parse('2026-06-15T10:00:00Z')

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

describe('the grid connection of a plant', () => {
  it('is read and changed by its own call, which recounts nothing', async () => {
    const path = `/maintain-s/station/${plant}/gridtype`
    expect((await call('GET', path)).body).toEqual({ gridInterconnectionType: 'BATTERY_BACKUP' })
    const edit = await call('POST', `${path}?gridInterconnectionType=OFF_GRID`)
    expect(edit.body.changes).toEqual([
      { field: 'gridInterconnectionType', before: 'BATTERY_BACKUP', after: 'OFF_GRID' },
    ])
    expect((await call('GET', path)).body).toMatchObject({ gridInterconnectionType: 'OFF_GRID' })
    for (const wrong of ['', '?gridInterconnectionType=NONE', '?gridInterconnectionType=EXCESS&x=1'])
      expect((await call('POST', path + wrong)).body.code).toBe('PARAM_ERROR')
    const viewer = await addTestUser(test, `viewer-${plant}`)
    await addMember(test.db, plant, viewer.userId, 'viewer')
    expect((await call('POST', `${path}?gridInterconnectionType=EXCESS`, undefined, viewer.token)).body.code).toBe(
      'NO_PERMISSION',
    )
  })
})

describe('whom to reach about a plant', () => {
  it('is entered part by part and told to viewers, not to the neighbor', async () => {
    const path = `/maintain-s/station/${plant}/contact`
    const born = { createdMs: expect.any(Number), creator: { name: 'owner', organization: null } }
    expect((await call('GET', path)).body).toEqual({ ...noContact, ...born })
    const edit = await call('POST', path, { owner: ' Ilse\u202e Brandt ', remark: 'Key at the farm\nDog' })
    expect(edit.body.changes).toEqual([
      { field: 'owner', before: '', after: 'Ilse Brandt' },
      { field: 'remark', before: '', after: 'Key at the farm Dog' },
    ])
    const log = await call('GET', `/maintain-s/station/${plant}/audit?page=1&size=1`)
    expect(log.body.data[0].detail).toMatchObject({ owner: 'Ilse Brandt', 'owner.before': '' })
    await call('POST', path, { phone: '+49 (761) 123-45 x7', email: 'ilse@example.com' })
    const viewer = await addTestUser(test, `reader-${plant}`)
    await addMember(test.db, plant, viewer.userId, 'viewer')
    expect((await call('GET', path, undefined, viewer.token)).body).toEqual({
      ...noContact,
      ...born,
      owner: 'Ilse Brandt',
      remark: 'Key at the farm\nDog',
      phone: '+49 (761) 123-45 x7',
      email: 'ilse@example.com',
    })
    expect((await call('POST', path, { owner: 'X' }, viewer.token)).body.code).toBe('NO_PERMISSION')
    const neighbor = await addTestUser(test, `neighbor-${plant}`)
    expect((await call('GET', path, undefined, neighbor.token)).status).toBe(404)
    await call('POST', path, { owner: '' })
    expect((await call('GET', path)).body.owner).toBe('')
  })

  it.each<[string, object]>([
    ['nothing', {}],
    ['a phone number that is a script', { phone: 'javascript:alert(1)' }],
    ['an email address without a server', { email: 'nobody' }],
    ['a note that is too long', { remark: 'x'.repeat(2_001) }],
    ['an unknown part', { ownerName: 'X' }],
  ])('refuses %s', async (_, wrong) => {
    expect((await call('POST', `/maintain-s/station/${plant}/contact`, wrong)).body.code).toBe('PARAM_ERROR')
  })
})

describe('production that is shown as 0 W', () => {
  const shown = async () => {
    const { body } = await call('GET', `/maintain-s/fast/system/${plant}`)
    return { powerW: body.generationPower, zero: body.generationZero }
  }
  const set = async (below: number | null, atNight: boolean) => {
    const { body } = await call('POST', `/maintain-s/station/${plant}/config/generationZero`, { below, atNight })
    await settleNow(test.db, [plant], nowMs)
    return body.changes
  }

  it('is below the threshold, at night, in curve and list; energies stay', async () => {
    const meta = await addTestDevice(test.db, plant, {
      quantities: ['acPowerW', 'generationTotalWh'],
    })
    await appendSamples(test.db, meta, { fromMs: nowMs - 10 * 3_600_000, toMs: nowMs }, (atMs) => ({
      acPowerW: 18,
      generationTotalWh: 1_000_000 + (atMs - nowMs) / 1000,
    }))
    await settleNow(test.db, [plant], nowMs)
    expect(await shown()).toEqual({ powerW: 18, zero: null })
    const day = async () => (await call('GET', `/maintain-s/history/power/${plant}/record`)).body
    const before = await day()

    expect(await set(20, false)).toEqual([{ field: 'zeroBelow', before: null, after: 20 }])
    expect(await shown()).toEqual({ powerW: 0, zero: { below: 20, atNight: false } })
    const zeroed = await day()
    expect(zeroed.records.filter((record: { generationPower: number }) => record.generationPower > 0)).toEqual([])
    expect(zeroed.statistics).toEqual(before.statistics)
    const gaps = (records: { generationPower: number | null }[]) =>
      records.map((record) => record.generationPower === null)
    expect(gaps(zeroed.records)).toEqual(gaps(before.records))
    const { body: list } = await call('POST', '/maintain-s/operating/station/search?size=100', {})
    expect(list.data.find((item: { id: number }) => item.id === plant).generationPower).toBe(0)

    await set(18, true)
    expect((await shown()).powerW).toBe(18)
    // 00:00 to 03:00 UTC: dark until the sun rises before three.
    const night = (await day()).records.filter(
      (record: { dateTime: number }) => record.dateTime * 1000 < nowMs - 8 * 3_600_000,
    )
    expect(night.length).toBeGreaterThan(12)
    expect(night.some((item: { generationPower: number }) => item.generationPower > 0)).toBe(false)
    expect((await day()).records.at(-1).generationPower).toBe(18)
  })

  it('stays unknown where nothing is known', async () => {
    await set(50, true)
    expect((await shown()).powerW).toBeNull()
    expect((await call('GET', `/maintain-s/station/${plant}/config/generationZero`)).body).toEqual({
      below: 50,
      atNight: true,
    })
    expect(await set(50, true)).toEqual([])
  })

  it.each([{ below: -1, atNight: true }, { below: 5 }, { below: 5, atNight: true, from: 1 }, {}])(
    'refuses %j',
    async (payload) => {
      const path = `/maintain-s/station/${plant}/config/generationZero`
      expect(await call('POST', path, payload)).toMatchObject({ status: 400, body: { code: 'PARAM_ERROR' } })
    },
  )
})

describe('GET /maintain-s/power/system/{id}/micro/display', () => {
  it('has the nodes whose devices exist, by type or by what they report', async () => {
    const display = async () => (await call('GET', `/maintain-s/power/system/${plant}/micro/display`)).body
    const none = { displayFlg: 0, devices: [] }
    expect(await display()).toEqual({ systemId: plant, micro: none, generator: none, ups: none, smartLoad: none })
    await addTestDevice(test.db, plant, { quantities: ['acPowerW'], type: 'MICRO_INVERTER', serial: 'ROOF1' })
    await addTestDevice(test.db, plant, { quantities: ['pvPowerW', 'generatorPowerW', 'epsPowerW'], serial: 'HYB' })
    await addTestDevice(test.db, plant, { quantities: [], type: 'SMART_LOAD', serial: 'PUMP' })
    expect(await display()).toMatchObject({
      micro: { displayFlg: 1, devices: ['Test ROOF1'] },
      generator: { displayFlg: 1, devices: ['Test HYB'] },
      ups: none,
      smartLoad: { displayFlg: 1, devices: ['Test PUMP'] },
    })
    const other = `/maintain-s/power/system/${plant}/micro/display?system=${plant + 1}`
    expect((await call('GET', other)).body.code).toBe('PARAM_ERROR')
  })
})

describe('GET /maintain-s/operating/station/created/search', () => {
  it('finds what the user created and still sees, filtered, sorted and paged', async () => {
    const maker = await addTestUser(test, 'maker')
    const names = ['Birch', 'Alder', 'Cedar']
    const ids: number[] = []
    for (const name of names) ids.push(await addTestPlant(test.db, maker.userId, { name }))
    // Shared with the maker, but created by somebody else; and created, but given away.
    await addMember(test.db, plant, maker.userId, 'admin')
    await test.db.kysely
      .deleteFrom('plant_members')
      .where('plant_id', '=', ids[2] ?? 0)
      .execute()
    const find = async (query: string) => {
      const url = `/maintain-s/operating/station/created/search?${query}`
      return (await call('GET', url, undefined, maker.token)).body
    }
    const listed = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name)
    const sorted = 'order.property=name&order.direction=ASC'
    expect(listed(await find(sorted))).toEqual(['Alder', 'Birch'])
    expect(await find(`${sorted}&size=1&page=2`)).toMatchObject({ total: 2, data: [{ name: 'Birch' }] })
    expect(listed(await find('keyword=ald'))).toEqual(['Alder'])
    expect((await find('statuses=waiting&gridInterconnectionType=BATTERY_BACKUP')).total).toBe(2)
    expect((await find('statuses=well&statuses=late')).total).toBe(0)
    expect((await find('statuses=fine')).code).toBe('PARAM_ERROR')
    expect((await find('order.property=owner')).code).toBe('PARAM_ERROR')
  })
})
