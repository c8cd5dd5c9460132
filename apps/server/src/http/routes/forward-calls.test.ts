import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMember, addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'
import { giveLoggers } from '../../testing/give-loggers.ts'

const LIST = 'GET /maintain-s/power/system/{id}/forwards'
const START = 'POST /maintain-s/power/system/{id}/gateway/{gid}/forward'
const STOP = 'DELETE /maintain-s/power/system/{id}/gateway/{gid}/forward'
const SERIAL = 2_345_678_901
const CLOUD = 'cloud.example:10000'

let test: TestApp
let [owner, neighbor, guest] = ['', '', '']
let [plant, neighborPlant, logger] = [0, 0, 0]
beforeAll(async () => {
  test = await createTestApp(Date.parse('2026-06-15T10:00:00Z'))
  const first = await addTestUser(test, 'owner')
  const second = await addTestUser(test, 'neighbor')
  const third = await addTestUser(test, 'guest')
  ;[owner, neighbor, guest] = [first.token, second.token, third.token]
  plant = await addTestPlant(test.db, first.userId)
  neighborPlant = await addTestPlant(test.db, second.userId)
  await addMember(test.db, plant, third.userId, 'viewer')
  await giveLoggers(test.db, plant, [SERIAL])
  const { rows } = await test.db.pool.query<{ id: number }>('select id from loggers where address = $1', [
    String(SERIAL),
  ])
  logger = rows[0]?.id ?? 0
})
afterAll(() => test.close())

const list = async (token = owner) => (await inject(test.app, LIST, { params: { id: plant } }, bearer(token))).json()

it('starts, changes and ends a forward, and the change log tells it', async () => {
  expect(await list()).toMatchObject({
    clouds: [{ cloud: 'data1.solarmanpv.com:10000', encrypted: false }, { cloud: CLOUD }],
    loggers: [{ loggerId: logger, serial: String(SERIAL), forward: null }],
  })
  const params = { id: plant, gid: logger }
  const start = await inject(test.app, START, { params, body: { cloud: CLOUD } }, bearer(owner))
  expect(start.json()).toMatchObject({ changes: [{ field: 'cloud', before: null, after: CLOUD }] })
  expect((await list()).loggers[0].forward).toMatchObject({
    cloud: CLOUD,
    state: 'waiting',
    sent: { bytes: 0, frames: 0 },
    missedRecords: 0,
    lastError: null,
  })
  const stop = await inject(test.app, STOP, { params }, bearer(owner))
  expect(stop.json()).toMatchObject({ changes: [{ field: 'cloud', before: CLOUD, after: null }] })
  expect((await list()).loggers[0].forward).toBeNull()
  const { rows } = await test.db.pool.query('select call from audit_log where plant_id = $1 order by id', [plant])
  expect(rows.map(({ call }) => call)).toEqual(expect.arrayContaining([START, STOP]))
})

it('takes no cloud that the operator does not list', async () => {
  for (const other of ['127.0.0.1:22', 'cloud.example:22', 'elsewhere.example:10000']) {
    const parts = { params: { id: plant, gid: logger }, body: { cloud: other } }
    expect((await inject(test.app, START, parts, bearer(owner))).statusCode).toBe(400)
  }
})

it('refuses a neighbor, the logger of a neighbor, and a guest', async () => {
  const body = { cloud: CLOUD }
  const foreign = { params: { id: plant, gid: logger }, body }
  const own = { params: { id: neighborPlant, gid: logger }, body }
  const missing = { params: { id: neighborPlant, gid: 999_999 }, body }
  const [theirs, notTheirs, none] = await Promise.all(
    [foreign, own, missing].map((parts) => inject(test.app, START, parts, bearer(neighbor))),
  )
  expect(theirs?.statusCode).toBe(404)
  expect(notTheirs?.json()).toMatchObject({ code: none?.json().code })
  const ended = await inject(test.app, STOP, { params: { id: neighborPlant, gid: logger } }, bearer(neighbor))
  expect(ended.statusCode).toBe(404)
  expect((await inject(test.app, START, foreign, bearer(guest))).statusCode).toBe(403)
  expect((await list()).loggers[0].forward).toBeNull()
})
