import type { CallName } from '@heliograph/contract/calls.ts'
import { MOST_LAYOUT_MODULES } from '@heliograph/domain/module-layout/layout.ts'
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
import { type CallParts, inject } from '../../testing/call.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const MINUTE = 60_000
let test: TestApp
type Person = { userId: number; token: string }
let owner: Person
let viewer: Person
let stranger: Person
let plant: number
beforeAll(async () => {
  test = await createTestApp(nowMs)
  owner = await addTestUser(test, 'owner')
  viewer = await addTestUser(test, 'viewer')
  stranger = await addTestUser(test, 'stranger')
})
afterAll(() => test.close())
beforeEach(async () => {
  plant = await addTestPlant(test.db, owner.userId)
  await addMember(test.db, plant, viewer.userId, 'viewer')
})

const ask = async (name: CallName, parts: CallParts, person = owner) => {
  const reply = await inject(test.app, name, parts, bearer(person.token))
  return { status: reply.statusCode, body: reply.json() }
}
const show = (x = 'now', person = owner, id = plant) =>
  ask('GET /maintain-s/station/layout/{id}/info/{x}', { params: { id, x } }, person)
const save = (body: object, person = owner, id = plant) =>
  ask('POST /maintain-s/station/layout/{id}/save', { params: { id }, body }, person)

const group = (id = 1) => ({
  id,
  name: ' South ',
  azimuth: 180,
  tilt: 30,
  x: 0,
  y: 0,
  rotation: 0,
  orientation: 'portrait',
  long: 1.76,
  short: 1.13,
  gap: 0.02,
})
const module = (id: number, own: object = {}) => ({
  id,
  group: 1,
  row: 0,
  column: id - 1,
  turned: false,
  sn: null,
  port: null,
  string: null,
  model: 'M',
  power: 400,
  ...own,
})
const layout = (modules: object[], version = 0, own: object = {}) => ({
  version,
  groups: [group()],
  modules,
  photo: null,
  ...own,
})

describe('a layout', () => {
  it('is empty at first, then what was saved', async () => {
    expect((await show()).body).toMatchObject({ version: 0, changed: null, groups: [], modules: [], photo: null })
    const modules = [module(1, { sn: 'M-1', port: 2 }), module(2, { string: { sn: 'INV', input: 1 }, turned: true })]
    expect(await save(layout(modules))).toEqual({ status: 200, body: { version: 1 } })
    const { body } = await show('now', viewer)
    expect(body).toMatchObject({ version: 1, changed: nowMs / 1000, modules, groups: [{ ...group(), name: 'South' }] })
  })

  it('is known to the details of its plant', async () => {
    const details = () => ask('GET /maintain-s/station/{id}/detail', { params: { id: plant } }, viewer)
    expect((await details()).body.hasComponentLayout).toBe(false)
    await save(layout([module(1)]))
    expect((await details()).body.hasComponentLayout).toBe(true)
  })

  it('is never overwritten by who did not see the last change', async () => {
    await save(layout([module(1)]))
    await save(layout([module(1), module(2)], 1))
    const late = await save(layout([], 1))
    expect([late.status, late.body.code, late.body.detail]).toEqual([409, 'LAYOUT_CHANGED', { version: 2 }])
    expect((await save(layout([], 0))).body.code).toBe('LAYOUT_CHANGED')
    expect((await show()).body.modules).toHaveLength(2)
  })

  it.each<[string, object]>([
    ['a device twice', layout([module(1, { sn: 'A', port: 1 }), module(2, { sn: 'A', port: 1 })])],
    ['a device beside its input', layout([module(1, { sn: 'A' }), module(2, { sn: ' A ', port: 1 })])],
    ['a module of no group', layout([module(1, { group: 2 })])],
    ['the same id twice', layout([module(1), module(1)])],
    ['too many modules', layout(Array.from({ length: MOST_LAYOUT_MODULES + 1 }, (_, i) => module(i + 1)))],
    ['a place too far out', layout([module(1, { row: 201 })])],
    ['unknown fields', { ...layout([]), color: 'red' }],
  ])('is refused with %s', async (_, body) => {
    const reply = await save(body)
    expect([reply.status, reply.body.code]).toEqual([400, 'PARAM_ERROR'])
    expect((await show()).body.version).toBe(0)
  })

  it('leaves one line in the log of the plant while one person edits', async () => {
    for (const version of [0, 1, 2]) await save(layout([], version))
    const { rows } = await test.db.pool.query('select user_id, call from audit_log where plant_id = $1', [plant])
    expect(rows).toEqual([{ user_id: owner.userId, call: 'POST /maintain-s/station/layout/{id}/save' }])
  })

  it('may have three thousand modules', async () => {
    const modules = Array.from({ length: MOST_LAYOUT_MODULES }, (_, i) =>
      module(i + 1, {
        sn: `SERIAL-NUMBER-${i}`,
        model: 'A module with a rather long name',
        column: i % 60,
        row: i / 60,
      }),
    )
    expect((await save(layout(modules))).status).toBe(200)
  })

  it('shows only pictures of its own plant, and none that was removed', async () => {
    const foreign = await addTestPlant(test.db, stranger.userId)
    const add = async (to: number) => {
      const { rows } = await test.db.pool.query<{ id: number }>(
        `insert into plant_images (plant_id, position, width, height, large, small, created_at)
         values ($1, 0, 1, 1, '', '', now()) returning id`,
        [to],
      )
      return rows[0]?.id ?? 0
    }
    const [own, other] = [await add(plant), await add(foreign)]
    const photo = (image: number) => ({ photo: { image, x: -2, y: -3, width: 20, opacity: 0.6 } })
    expect((await save(layout([], 0, photo(other)))).status).toBe(404)
    await save(layout([], 0, photo(own)))
    expect((await show()).body).toMatchObject(photo(own))
    await test.db.pool.query('delete from plant_images where id = $1', [own])
    expect((await show()).body.photo).toBeNull()
  })

  it('remembers a picture from above, and has none when nobody chose it', async () => {
    await save(layout([]))
    expect((await show()).body.satellite).toBeNull()
    const satellite = { x: 4, y: -3.5, opacity: 0.8 }
    await save(layout([], 1, { satellite }))
    expect((await show()).body).toMatchObject({ satellite, photo: null })
    // What was saved before there was such a thing.
    await test.db.pool.query(`update module_layouts set content = content - 'satellite' where plant_id = $1`, [plant])
    expect((await show()).body.satellite).toBeNull()
  })

  it('is closed to strangers, and to changes by viewers', async () => {
    await save(layout([module(1)]))
    expect((await show('now', stranger)).status).toBe(404)
    expect((await save(layout([], 1), stranger)).status).toBe(404)
    expect((await save(layout([], 1), viewer)).status).toBe(403)
    expect((await show('now', owner, 999_999)).status).toBe(404)
    expect((await show('yesterday')).status).toBe(400)
    expect((await show('2026-02-31')).status).toBe(400)
  })
})

describe('what is measured behind modules', () => {
  const day = { fromMs: nowMs - 2 * 60 * MINUTE, toMs: nowMs, stepMs: 5 * MINUTE }
  const addDevices = async () => {
    const quantities = ['pv1PowerW', 'pv2PowerW', 'acPowerW'] as const
    const micro = await addTestDevice(test.db, plant, { serial: 'MICRO', type: 'MICRO_INVERTER', quantities })
    const whole = await addTestDevice(test.db, plant, {
      serial: 'OPT-0001',
      type: 'OPTIMIZER',
      quantities: ['pvPowerW'],
    })
    const string = await addTestDevice(test.db, plant, { serial: 'INV', type: 'INVERTER', quantities })
    await addTestDevice(test.db, plant, { serial: 'METER', type: 'METER', quantities: ['gridPowerW'] })
    await appendSamples(test.db, micro, day, () => ({ pv1PowerW: 300, pv2PowerW: 100, acPowerW: 380 }))
    await appendSamples(test.db, whole, day, (atMs) => (atMs < nowMs - 60 * MINUTE ? { pvPowerW: 200 } : undefined))
    await appendSamples(test.db, string, day, () => ({ pv1PowerW: 4000, pv2PowerW: 2000, acPowerW: 5800 }))
    const modules = [
      ...[module(1, { sn: 'MICRO', port: 1 }), module(2, { sn: 'MICRO', port: 2 }), module(3, { sn: 'OPT-0001' })],
      ...[module(4, { string: { sn: 'INV', input: 2 } }), module(5, { string: { sn: 'INV', input: 2 } })],
      module(6, { sn: 'UNSEEN' }),
    ]
    await save(layout(modules))
  }
  const seriesOf = (body: { series: { sn: string; port: number | null }[] }, sn: string, port: number | null = null) =>
    body.series.find((item) => item.sn === sn && item.port === port)

  it('is the power now and the energy of the day, by input and by string', async () => {
    await addDevices()
    const { body } = await show()
    expect(body.steps).toEqual([nowMs / 1000])
    expect(seriesOf(body, 'MICRO', 1)).toMatchObject({ power: [300], missing: 0, string: false })
    expect(seriesOf(body, 'MICRO', 1)).toHaveProperty('energy', expect.closeTo(0.575, 6))
    expect(seriesOf(body, 'INV', 2)).toMatchObject({ power: [2000], string: true })
    // Silent for an hour: its energy is known for a part of the day alone.
    expect(seriesOf(body, 'OPT-0001')).toMatchObject({ power: [null], missing: 60 })
    expect(seriesOf(body, 'UNSEEN')).toBeUndefined()
  })

  it('is a series of a day', async () => {
    await addDevices()
    const { body } = await show('2026-06-15')
    expect([body.steps.length, body.steps[0]]).toEqual([24, day.fromMs / 1000])
    expect(seriesOf(body, 'OPT-0001')).toHaveProperty('power.11', 200)
    expect(seriesOf(body, 'OPT-0001')).toHaveProperty('power.20', null)
    expect((await show('2026-06-14')).body).toMatchObject({ steps: [], day: '2026-06-14' })
  })

  it('comes with the devices that modules can have', async () => {
    await addDevices()
    const { body } = await show()
    expect(body.devices).toMatchObject([
      { sn: 'MICRO', kind: 'module', inputs: [1, 2] },
      { sn: 'OPT-0001', kind: 'module', inputs: [] },
      { sn: 'INV', kind: 'string', inputs: [1, 2] },
    ])
  })

  it('goes on at the same place after a replacement', async () => {
    await addDevices()
    const replaced = await ask('POST /maintain-s/power/system/{id}/device/replace', {
      params: { id: plant },
      body: { oldDeviceSn: 'OPT-0001', newDeviceSn: 'OPT-0002' },
    })
    expect(replaced.status).toBe(200)
    const { body } = await show()
    expect(body.version).toBe(2)
    expect(body.modules[2]).toMatchObject({ id: 3, column: 2, sn: 'OPT-0002' })
    expect(body.devices[1]).toMatchObject({ sn: 'OPT-0002', replaced: [{ sn: 'OPT-0001', until: nowMs / 1000 }] })
    // The history of the place stays.
    expect(seriesOf((await show('2026-06-15')).body, 'OPT-0002')).toHaveProperty('power.11', 200)
    // An editor that was open meanwhile is told.
    expect((await save(layout([], 1))).body.code).toBe('LAYOUT_CHANGED')
  })
})
