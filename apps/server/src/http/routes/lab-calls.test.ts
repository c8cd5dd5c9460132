import { createModbusTcp } from '@heliograph/collect/modbus-tcp/modbus-tcp.ts'
import { createDeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import { fromTable, type ModbusDevice, openModbusDevice } from '@heliograph/collect/testing/modbus-device.ts'
import { AT_ONCE, oneFamily } from '@heliograph/collect/testing/one-family.ts'
import type { CallName } from '@heliograph/contract/calls.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLabDesk, type LabDesk, readCollectConfig } from '../../intake/collect/collect.ts'
import { addMember, addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const MAPS = 'GET /maintain-s/station/{id}/lab/maps'
const DUMP = 'POST /maintain-s/station/{id}/lab/dump'
const READ = 'POST /maintain-s/station/{id}/lab/read'
const KEEP = 'POST /maintain-s/station/{id}/lab/maps'
const REMOVE = 'DELETE /maintain-s/station/{id}/lab/maps/{mapId}'
const FILE = 'GET /maintain-s/station/{id}/lab/maps/{mapId}/file'
const USE = 'POST /maintain-s/station/{id}/lab/maps/{mapId}/use'

let test: TestApp
let device: ModbusDevice
let owner = ''
let neighbor = ''
let guest = ''
let [plant, neighborPlant] = [0, 0]
beforeAll(async () => {
  const late: { lab?: LabDesk } = {}
  const found = () => {
    if (late.lab === undefined) throw new Error('not yet')
    return late.lab
  }
  test = await createTestApp(nowMs, {
    services: {
      lab: { read: (...asked) => found().read(...asked), use: (options) => found().use(options) },
    },
  })
  const config = readCollectConfig({ DEVICE_NETWORKS: '192.168.1.0/24', DEVICE_LOOPBACK_PORTS: '1024-65535' })
  const gate = createDeviceGate({ ...config, ownPorts: new Set([9_999]) })
  late.lab = createLabDesk({ db: test.db, gate, way: createModbusTcp(oneFamily, AT_ONCE), now: () => nowMs })
  const user = await addTestUser(test, 'owner')
  owner = user.token
  plant = await addTestPlant(test.db, user.userId)
  const other = await addTestUser(test, 'neighbor')
  neighbor = other.token
  neighborPlant = await addTestPlant(test.db, other.userId)
  const shared = await addTestUser(test, 'guest')
  guest = shared.token
  await addMember(test.db, plant, shared.userId, 'admin')
  device = await openModbusDevice(fromTable(new Map([10, 11, 12, 13].map((at) => [at, at * 100]))))
})
afterAll(async () => {
  await test.close()
  await device.close()
})

const call = async (token: string, name: CallName, parts: CallParts) => {
  const reply = await inject(test.app, name, parts, bearer(token))
  return { status: reply.statusCode, body: reply.json() }
}
const at = (more: object = {}) => ({ host: '127.0.0.1', port: device.port, unit: 1, ...more })
const recipe = {
  maker: 'Maker',
  model: 'Meter',
  type: 'METER',
  baseId: null,
  serialItem: null,
  assigned: [],
  added: [{ name: 'Power', function: 3, address: 10, type: 'u16', unit: 'W', quantity: 'gridPowerW', isTurned: true }],
}
const keep = (token = owner, id = plant) => call(token, KEEP, { params: { id }, body: { name: 'Mine', recipe } })

describe('the profile lab', () => {
  it('lists every map, and marks those that nobody assigned', async () => {
    const { body } = await call(owner, MAPS, { params: { id: plant } })
    expect(body.known.length).toBeGreaterThan(220)
    expect(body.known).toContainEqual(expect.objectContaining({ id: 'abb-a-b-series', isAssigned: false }))
    expect(body.own).toEqual([])
  })

  it('says what a pasted dump means by a map', async () => {
    const text = '23316: 0 1234'
    const { body } = await call(owner, DUMP, { params: { id: plant }, body: { text, mapId: 'abb-a-b-series' } })
    expect(body.blocks).toEqual([{ function: 3, address: 23_316, words: [0, 1_234] }])
    expect(body.items).toMatchObject([{ id: 'power', unit: 'W', value: 12.34, quantity: null, words: [1_234, 0] }])
  })

  it.each<[string, object, number, string]>([
    ['a line that is none', { text: '10: 1\nten: 2' }, 400, 'line 2'],
    ['too much text', { text: '1'.repeat(131_073) }, 400, ''],
    ['an unknown map', { text: '10: 1', mapId: 'none' }, 404, ''],
  ])('refuses %s', async (_, body, status, reason) => {
    const reply = await call(owner, DUMP, { params: { id: plant }, body })
    expect(reply.status).toBe(status)
    if (reason !== '') expect(reply.body.detail).toEqual({ field: 'body.text', reason })
  })

  it('reads registers of a device once, and names those that it refuses', async () => {
    const span = { function: 3, address: 10, count: 4 }
    const { body } = await call(owner, READ, { params: { id: plant }, body: at({ span }) })
    expect(body.blocks).toEqual([{ function: 3, address: 10, words: [1_000, 1_100, 1_200, 1_300] }])
    const both = await call(owner, READ, { params: { id: plant }, body: at({ span, mapId: 'abb-a-b-series' }) })
    expect(both.status).toBe(400)
  })

  it.each<[string, object, string]>([
    ['another network', { host: '192.168.2.1' }, 'network'],
    ['metadata', { host: '169.254.169.254' }, 'network'],
    ['a closed port of this machine', { port: 1_000 }, 'network'],
    ['the shell', { port: 22 }, 'port'],
  ])('reads nothing at %s', async (_, more, reason) => {
    const before = device.connections()
    const span = { function: 3, address: 10, count: 4 }
    const { body } = await call(owner, READ, { params: { id: plant }, body: at({ span, ...more }) })
    expect([body.code, body.detail.reason, device.connections()]).toEqual(['PARAM_ERROR', reason, before])
  })
})

describe('an own map', () => {
  it('is kept, downloaded in our format, used for a device and removed', async () => {
    const { id: mapId } = (await keep()).body
    const { body: file } = await call(owner, FILE, { params: { id: plant, mapId } })
    expect(file).toMatchObject({
      name: 'Mine',
      map: {
        id: `own-${mapId}`,
        items: [{ id: 'own-1', registers: [10], quantity: 'gridPowerW', turn: true }],
        device: { type: 'METER', confidence: 'experimental' },
      },
    })
    const used = await call(owner, USE, { params: { id: plant, mapId }, body: at() })
    expect(used.status).toBe(200)
    const { rows } = await test.db.pool.query('select devices from collect_targets where id = $1', [used.body.id])
    expect(rows[0].devices).toMatchObject([
      { model: 'Meter', serial: expect.stringMatching(/^OWN-/), opens: { unit: 1 } },
    ])
    // One connection reads it already.
    expect((await call(owner, USE, { params: { id: plant, mapId }, body: at() })).body.detail.reason).toBe(
      'endpointTaken',
    )
    expect((await call(owner, REMOVE, { params: { id: plant, mapId } })).status).toBe(200)
    expect((await call(owner, MAPS, { params: { id: plant } })).body.own).toEqual([])
    await test.db.pool.query('delete from collect_targets')
  })

  it('that was downloaded is loaded by another person, and used', async () => {
    const { id: mapId } = (await keep()).body
    const { name, recipe: downloaded, map } = (await call(owner, FILE, { params: { id: plant, mapId } })).body
    const body = { name, recipe: JSON.parse(JSON.stringify(downloaded)) }
    const { status, body: kept } = await call(neighbor, KEEP, { params: { id: neighborPlant }, body })
    expect(status).toBe(200)
    const own = { id: neighborPlant, mapId: kept.id }
    expect((await call(neighbor, FILE, { params: own })).body).toMatchObject({
      recipe: downloaded,
      map: { items: map.items },
    })
    expect((await call(neighbor, USE, { params: own, body: at() })).status).toBe(200)
    expect((await call(neighbor, REMOVE, { params: own })).status).toBe(200)
    await test.db.pool.query('delete from collect_targets')
  })

  it.each<[string, object]>([
    ['of no known map', { baseId: 'nobody-has-it' }],
    ['with a part that is none', { more: 1 }],
    ['with too many parts', { assigned: Array.from({ length: 201 }, () => ({ item: 'x', quantity: 'acPowerW' })) }],
    ['with a quantity of another version', { added: [{ ...recipe.added[0], quantity: 'futureW' }] }],
    ['of a megabyte', { model: 'x'.repeat(1_000_000) }],
  ])('%s is not loaded', async (_, more) => {
    const before = (await call(owner, MAPS, { params: { id: plant } })).body.own.length
    const body = { name: 'Mine', recipe: { ...recipe, ...more } }
    const { status } = await call(owner, KEEP, { params: { id: plant }, body })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect((await call(owner, MAPS, { params: { id: plant } })).body.own).toHaveLength(before)
  })

  it('is refused where its parts do not fit', async () => {
    const [added] = recipe.added
    const body = { name: 'Mine', recipe: { ...recipe, added: [{ ...added, unit: 'V' }] } }
    const reply = await call(owner, KEEP, { params: { id: plant }, body })
    expect([reply.status, reply.body.detail.field]).toEqual([400, 'body.recipe.added.0.quantity'])
  })

  it('is used where the device answers it, and nowhere else', async () => {
    const { id: mapId } = (await keep()).body
    const closed = await openModbusDevice(() => undefined)
    await closed.close()
    const reply = await call(owner, USE, { params: { id: plant, mapId }, body: at({ port: closed.port }) })
    expect(reply.body).toMatchObject({ code: 'ABNORMAL', detail: { reason: 'refused' } })
    const { rows } = await test.db.pool.query('select from collect_targets')
    expect(rows).toEqual([])
  })
})

describe('people', () => {
  it('reach no map of a neighbor, by any id', async () => {
    const { id: mapId } = (await keep()).body
    for (const id of [plant, neighborPlant])
      for (const [name, parts] of [
        [FILE, { params: { id, mapId } }],
        [REMOVE, { params: { id, mapId } }],
        [USE, { params: { id, mapId }, body: at() }],
      ] as const)
        expect((await call(neighbor, name, parts)).body.code, `${name} ${id}`).toBe('NOT_FOUND')
    expect((await call(neighbor, MAPS, { params: { id: neighborPlant } })).body.own).toEqual([])
    expect((await call(neighbor, MAPS, { params: { id: plant } })).body.code).toBe('NOT_FOUND')
    expect((await keep(neighbor, plant)).body.code).toBe('NOT_FOUND')
    expect((await call(owner, FILE, { params: { id: plant, mapId } })).status).toBe(200)
  })

  it('who only share the plant do not send this server into its network', async () => {
    const span = { function: 3, address: 10, count: 4 }
    expect((await call(guest, READ, { params: { id: plant }, body: at({ span }) })).body.code).toBe('NO_PERMISSION')
  })
})
