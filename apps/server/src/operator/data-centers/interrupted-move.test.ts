import { Refusal } from '@heliograph/domain/errors.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { listUnclaimed, registerLoggers } from '../../fleet/loggers/loggers.ts'
import { claimOf } from '../../fleet/loggers/testing/claim-of.ts'
import { createStick, openScene, type Scene, until } from '../../intake/ingest/testing/scene.ts'
import type { Email } from '../../platform/mail/mail.ts'
import { addTestPlant, TEST_PASSWORD } from '../../testing/app.ts'
import type { RemoteDataCenter } from './data-centers.ts'
import { addMira, LOGGER_SERIAL, nowMs, proof } from './testing/mira.ts'
import { rowsOf } from './testing/rows-of.ts'
import { createTwoDataCenters, settled, type TestDataCenter, type TwoDataCenters } from './testing/two-data-centers.ts'

let two: TwoDataCenters
let home: TestDataCenter
let away: TestDataCenter
let accounts = 0

beforeAll(async () => {
  two = await createTwoDataCenters(nowMs)
  home = two.home
  away = two.away
  await home.addAccount({ account: 'root', isAdmin: true })
})
afterEach(() => {
  home.wire.of = (remote) => remote
})
afterAll(() => two.close())

const addNext = async () => {
  accounts += 1
  const account = `mira${accounts}`
  const serial = LOGGER_SERIAL + accounts
  return { account, serial, ...(await addMira(home, account, serial)) }
}
const start = async (account: string): Promise<void> => {
  const token = await home.signIn(account)
  const reply = await home.call(token, 'POST /user-s/acc/move', { body: { center: 'CHINA', proof } })
  expect([reply.statusCode, reply.json()]).toMatchObject([200, { state: 'running' }])
}
const stateOf = async (userId: number) =>
  (
    await home.db.pool.query('select state, detail from account_moves where user_id = $1 order by created_at', [userId])
  ).rows.at(-1)
const plantRows = async (center: TestDataCenter, account: string) => {
  const { samples, sealed_days, sealed_months, device_latest, plants, devices, loggers } = await rowsOf(
    center.db,
    account,
  )
  return { samples, sealed_days, sealed_months, device_latest, plants, devices, loggers }
}

type Call = Exclude<keyof RemoteDataCenter, 'records'>
/** Simulates the end of the process at the nth call of a kind: before it was made, or before its reply was read. */
function killAt(name: Call, nth: number, when: 'before' | 'after'): Promise<void> {
  return new Promise((resolve) => {
    let calls = 0
    const fail = (): never => {
      resolve()
      throw new Error('killed')
    }
    home.wire.of = (remote) => ({
      ...remote,
      [name]: async (body: never) => {
        calls += 1
        if (calls === nth && when === 'before') fail()
        const answer = await remote[name](body)
        return calls === nth ? fail() : answer
      },
    })
  })
}

describe('a killed server', () => {
  // The first announcement runs while the person waits, the second in the background.
  it.each<[Call, number, 'before' | 'after']>([
    ['begin', 2, 'before'],
    ['begin', 2, 'after'],
    ['rows', 1, 'before'],
    ['rows', 1, 'after'],
    ['rows', 6, 'after'],
    ['finish', 1, 'before'],
    ['finish', 1, 'after'],
  ])('at %s %i, %s it was heard, resumes after its restart', async (name, nth, when) => {
    const { account, userId } = await addNext()
    const before = await plantRows(home, account)
    const killed = killAt(name, nth, when)
    await start(account)
    await killed
    await home.restart()
    expect(await stateOf(userId)).toMatchObject({ state: 'running' })
    home.wire.of = (remote) => remote
    await home.dataCenters.resume()
    expect(await stateOf(userId)).toMatchObject({ state: 'done' })
    expect(await plantRows(away, account)).toEqual(before)
    expect((await plantRows(home, account)).plants).toEqual([])
    const { rows } = await away.db.pool.query('select id from users where account = $1', [account])
    expect(rows).toHaveLength(1)
  })

  it('during cleanup finishes the cleanup after its restart', async () => {
    const { account, userId } = await addNext()
    const before = await plantRows(home, account)
    const { mail } = home.services
    const { sendEmail } = mail
    const fail = (kind: string) => (kind === 'accountMoved' ? Promise.reject(new Error('killed')) : Promise.resolve())
    Object.assign(mail, { sendEmail: ({ kind }: Email) => fail(kind) })
    await start(account)
    await until(async () => (await stateOf(userId)).detail.attempts > 0)
    await home.restart()
    expect((await plantRows(home, account)).samples).toEqual(before.samples)
    Object.assign(mail, { sendEmail })
    await home.dataCenters.resume()
    expect(await stateOf(userId)).toMatchObject({ state: 'done' })
    expect(await plantRows(away, account)).toEqual(before)
  })
})

describe('a failed move', () => {
  const unreachable = async (): Promise<never> => {
    throw new Refusal('CENTER_UNREACHABLE')
  }

  it('leaves everything unchanged and can be repeated', async () => {
    const { account, userId, serial } = await addNext()
    const before = await rowsOf(home.db, account)
    home.wire.of = (remote) => ({
      ...remote,
      finish: async (body) => {
        await away.addAccount({ account })
        return remote.finish(body)
      },
    })
    await start(account)
    await settled(home)
    expect(await stateOf(userId)).toMatchObject({
      state: 'failed',
      detail: { fault: 'MOVE_REFUSED', reason: 'accountUsed' },
    })
    const after = await rowsOf(home.db, account)
    for (const name of ['plants', 'devices', 'samples', 'loggers', 'passkeys', 'users'])
      expect([name, after[name]]).toEqual([name, before[name]])
    const token = await home.signIn(account)
    const reply = await home.call(token, 'GET /user-s/acc/move')
    expect(reply.json().move).toMatchObject({ state: 'failed', fault: 'MOVE_REFUSED', reason: 'accountUsed' })
    expect((await home.db.pool.query('select from moved_loggers where address = $1', [String(serial)])).rowCount).toBe(
      0,
    )
    expect((await away.db.pool.query('select from transfer_parts')).rowCount).toBe(0)

    await away.db.pool.query('delete from users where account = $1', [account])
    home.wire.of = (remote) => remote
    // Later than the first one, so that it is the last.
    home.clock.nowMs += 1_000
    await start(account)
    await settled(home)
    expect(await stateOf(userId)).toMatchObject({ state: 'done' })
  })

  it('without an answer leaves everything unchanged', async () => {
    const { account, userId } = await addNext()
    const token = await home.signIn(account)
    home.wire.of = (remote) => ({ ...remote, begin: unreachable })
    const reply = await home.call(token, 'POST /user-s/acc/move', { body: { center: 'CHINA', proof } })
    expect([reply.statusCode, reply.json().code]).toEqual([502, 'CENTER_UNREACHABLE'])
    expect(await stateOf(userId)).toMatchObject({ state: 'failed', detail: { fault: 'CENTER_UNREACHABLE' } })
    home.wire.of = (remote) => ({ ...remote, rows: unreachable })
    await start(account)
    await settled(home)
    expect(await stateOf(userId)).toMatchObject({ state: 'failed', detail: { fault: 'CENTER_UNREACHABLE' } })
    await home.signIn(account)
  })

  it('is not undone while its outcome is unknown', async () => {
    const { account, userId } = await addNext()
    const before = await plantRows(home, account)
    let isSilent = false
    home.wire.of = (remote) => ({
      ...remote,
      begin: (body) => (isSilent ? unreachable() : remote.begin(body)),
      cancel: (body) => (isSilent ? unreachable() : remote.cancel(body)),
      finish: async (body) => {
        await remote.finish(body)
        isSilent = true
        return unreachable()
      },
    })
    await start(account)
    await until(() => isSilent)
    await home.restart()
    expect(await stateOf(userId)).toMatchObject({ state: 'running', detail: { isAsked: true } })
    await expect(home.signIn(account)).rejects.toThrow(/AUTH_USER_ALREADY_MIGRATED/)
    await home.dataCenters.resume()
    expect(await stateOf(userId)).toMatchObject({ state: 'running' })
    isSilent = false
    await home.dataCenters.resume()
    expect(await stateOf(userId)).toMatchObject({ state: 'done' })
    expect(await plantRows(away, account)).toEqual(before)
    await away.signIn(account, TEST_PASSWORD)
  })
})

describe('data that loggers send during a move', () => {
  const scenes: Scene[] = []
  afterEach(async () => {
    await Promise.all(scenes.splice(0).map((scene) => scene.close()))
  })
  const open = async (center: TestDataCenter): Promise<Scene> => {
    const scene = await openScene(center.db, { nowMs })
    scenes.push(scene)
    return scene
  }
  const minute = 60_000
  const instants = async (center: TestDataCenter, serial: number) => {
    const { rows } = await center.db.pool.query<{ at: Date }>(
      'select s.at from samples s join devices d on d.id = s.device_id where d.serial = $1 order by s.at',
      [`SN${serial}`],
    )
    return rows.map(({ at }) => (at.getTime() - nowMs) / minute)
  }

  it('reaches the plant at its new data center and no other', async () => {
    const { account, serial } = await addNext()
    const [here, there] = [await open(home), await open(away)]
    const stick = createStick(serial)
    const client = await here.connect()
    await client.exchange(stick.data(nowMs - 20 * minute))
    const meanwhile = stick.data(nowMs - 15 * minute)
    let isSent = false
    home.wire.of = (remote) => ({
      ...remote,
      rows: async (body) => {
        if (!isSent) {
          isSent = true
          await client.exchange(meanwhile)
        }
        return remote.rows(body)
      },
    })
    await start(account)
    await settled(home)
    expect(await instants(away, serial)).toEqual([-20])
    await client.exchange(stick.data(nowMs - 10 * minute))
    expect(await home.dataCenters.forwardMovedRecords()).toBe(2)
    await until(async () => (await instants(away, serial)).length === 3)
    // Repeated by a logger that got no answer, and finally sent directly.
    await client.exchange(meanwhile)
    await home.dataCenters.forwardMovedRecords()
    const directly = await there.connect()
    await directly.exchange(stick.data(nowMs - 5 * minute))
    await until(async () => (await away.db.pool.query('select from waiting_records')).rowCount === 0)
    expect(await instants(away, serial)).toEqual([-20, -15, -10, -5])
    expect(
      (
        await home.db.pool.query(
          'select from waiting_records w join loggers l on l.id = w.logger_id where l.address = $1',
          [String(serial)],
        )
      ).rowCount,
    ).toBe(0)

    const { rows } = await home.db.pool.query("select id from users where account = 'root'")
    const plantId = await addTestPlant(home.db, rows[0].id)
    const register = () => registerLoggers(home.db, claimOf(plantId, nowMs, [serial]))
    expect(await register()).toMatchObject([{ result: 'WAITING' }])
    const { items } = await listUnclaimed(home.db, 1, 100)
    expect(items.map((item) => item.address)).not.toContain(String(serial))
    // Released there, the logger is free here as soon as it sends.
    await away.db.pool.query('update loggers set plant_id = null where address = $1', [String(serial)])
    await client.exchange(stick.data(nowMs - 4 * minute))
    expect(await home.dataCenters.forwardMovedRecords()).toBe(0)
    expect(await register()).toMatchObject([{ result: 'REGISTERED', waitingRecords: 1 }])
  })

  it('is stored here when the move fails', async () => {
    const { account, serial, userId } = await addNext()
    const here = await open(home)
    const stick = createStick(serial)
    const client = await here.connect()
    await client.exchange(stick.data(nowMs - 20 * minute))
    home.wire.of = (remote) => ({
      ...remote,
      finish: async () => {
        await client.exchange(stick.data(nowMs - 15 * minute))
        throw new Refusal('MOVE_REFUSED', { reason: 'loggerUsed' })
      },
    })
    await start(account)
    await settled(home)
    expect(await stateOf(userId)).toMatchObject({ state: 'failed', detail: { reason: 'loggerUsed' } })
    await until(async () => (await instants(home, serial)).length === 2)
    await client.exchange(stick.data(nowMs - 10 * minute))
    expect(await instants(home, serial)).toEqual([-20, -15, -10])
  })
})
