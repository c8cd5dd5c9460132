import { buffer } from 'node:stream/consumers'
import { Refusal } from '@heliograph/domain/errors.ts'
import { strFromU8, unzipSync } from 'fflate'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { plantTotals, sealDays } from '../../fleet/telemetry/telemetry.ts'
import { readFile, streamZip } from '../../platform/file-jobs/file-jobs.ts'
import { createJobs, type Jobs } from '../../platform/jobs/jobs.ts'
import {
  addMember,
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  bearer,
  createTestApp,
  TEST_PASSWORD,
  type TestApp,
} from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'
import { type AccountExports, createAccountExports } from './account-exports.ts'
import { archiveEntries } from './archive-entries.ts'
import { createExportLink, exportScopes, listExports, openExport, requestExport } from './exports.ts'

const nowMs = Date.parse('2026-01-05T10:00:00Z')
const DAY_MS = 86_400_000
const HOUR = 3_600_000
/** A busy machine needs longer than the second that a poll is given. */
const patient = { timeout: 15_000 }

let test: TestApp
let exporting: Node

/** A node that does its jobs when a test says so. */
type Node = AccountExports &
  Readonly<{
    /** @returns the number of exports that became ready */
    runDue: () => Promise<number>
  }>
const create = async (options: Partial<Parameters<typeof createAccountExports>[0]> = {}): Promise<Node> => {
  let work: (id: number, isLastTry: boolean) => Promise<void> = async () => {}
  const jobs = {
    send: async () => {},
    work: async (_: string, run: (data: never, job: never) => Promise<void>) => {
      work = (id, isLastTry) => run({ id } as never, { isLastTry } as never)
    },
  } as unknown as Jobs
  const node = await createAccountExports({
    db: test.db,
    jobs,
    plantLimit: null,
    mail: test.services.mail,
    publicUrl: 'https://pv.example.org',
    log: pino({ level: 'silent' }),
    now: () => test.clock.nowMs,
    ...options,
  })
  const runDue = async () => {
    const due = await idsOf(`state in ('queued', 'running')`)
    for (const id of due) await work(id, true)
    const ready = await idsOf(`state = 'ready'`)
    return due.filter((id) => ready.includes(id)).length
  }
  return { ...node, runDue }
}
const idsOf = async (where: string): Promise<number[]> =>
  (await test.db.pool.query(`select id from account_exports where ${where} order by id`)).rows.map(({ id }) => id)

beforeAll(async () => {
  test = await createTestApp(nowMs, { services: { accountExports: { plantLimit: null, order: async () => {} } } })
  exporting = await create()
})
beforeEach(() => {
  test.clock.nowMs = nowMs
})
afterAll(() => test.close())

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  )
/** Makes no export before a test says so. */
const port = () => ({ ...exporting.port, order: async () => {} })
const request = (userId: number, atMs = nowMs) =>
  requestExport(test.db, port(), { userId, scope: exportScopes, nowMs: atMs })
const stateOf = async (id: number): Promise<unknown> =>
  (await test.db.pool.query('select state, progress from account_exports where id = $1', [id])).rows[0]
/** The parts that are kept of an archive. */
const partsOf = async (id: number): Promise<number> =>
  (await test.db.pool.query('select from account_export_parts where export_id = $1', [id])).rowCount ?? 0
const filesOf = async (id: number) =>
  unzipSync(await buffer(readFile(test.db, { orders: 'account_exports', id }, true)))
const proof = { password: TEST_PASSWORD }

/** The rows of a CSV file without quotes, by the names in its header. */
function readCsv(bytes: Uint8Array | undefined): Record<string, string>[] {
  const [head = '', ...lines] = strFromU8(bytes ?? new Uint8Array())
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [names[i] ?? '', cell])))
}
const readJson = (bytes: Uint8Array | undefined): Record<string, unknown>[] =>
  JSON.parse(strFromU8(bytes ?? new Uint8Array()))

describe('an export', () => {
  it('produces a file with everything of the account and nothing of others', async () => {
    const owner = await addTestUser(test, 'owner')
    const other = await addTestUser(test, 'other')
    await test.db.pool.query(`update users set email = 'owner@example.org', nickname = '=cmd()' where id = $1`, [
      owner.userId,
    ])
    const acceptedTexts = {
      at: '2025-06-01T10:00:00.000Z',
      system: 'SUNNY',
      texts: [{ type: 'SERVICE_TC', link: '/agb' }],
    }
    await test.db.pool.query('update users set accepted_texts = $2 where id = $1', [owner.userId, acceptedTexts])
    await test.db.pool.query(`insert into user_photos values ($1, 'image/png', '\\x89504e47')`, [owner.userId])
    const plantId = await addTestPlant(test.db, owner.userId, { name: 'Hof, "Süd"' })
    const foreign = await addTestPlant(test.db, other.userId, { name: 'Neighbor' })
    await addMember(test.db, foreign, owner.userId, 'viewer')
    const secret = await addTestPlant(test.db, other.userId, { name: 'Unseen' })
    const inverter = await addTestDevice(test.db, plantId, {
      serial: '../../A:1',
      quantities: ['acPowerW', 'generationTotalWh'],
    })
    const unseen = await addTestDevice(test.db, secret, { quantities: ['acPowerW'] })
    // Three days around the turn of the year; the first is sealed, the others are hot.
    const range = { fromMs: Date.parse('2025-12-31T00:00:00Z'), toMs: Date.parse('2026-01-02T00:00:00Z') }
    const sinceHours = (atMs: number) => (atMs - range.fromMs) / HOUR
    await appendSamples(test.db, inverter, range, (atMs) => ({
      acPowerW: -12.5,
      ...(atMs % HOUR === 0 ? { generationTotalWh: 1_000_000 + sinceHours(atMs) * 500 } : {}),
    }))
    await appendSamples(test.db, unseen, range, () => ({ acPowerW: 1 }))
    expect((await sealDays(test.db, { beforeDay: '2026-01-01' })).samples).toBeGreaterThan(0)

    const before = await inject(test.app, 'GET /user-s/acc/export', {}, bearer(owner.token))
    expect(before.json()).toMatchObject({ data: [], nextPossibleAtMs: null, plantCount: 1, plantLimit: null })
    const body = { scope: exportScopes, proof }
    await test.db.pool.query(`insert into tariffs values ($1, '2026-01-01', '{"rule":"bill"}')`, [plantId])
    const asked = await inject(test.app, 'POST /user-s/acc/export', { body }, bearer(owner.token))
    expect(asked.json()).toMatchObject({ state: 'queued', progress: 0, scope: exportScopes, sizeBytes: null })
    const { id } = asked.json()
    const link = () => inject(test.app, 'POST /user-s/acc/export/{id}/link', { params: { id } }, bearer(owner.token))
    expect((await link()).statusCode).toBe(404)
    expect(await exporting.runDue()).toBe(1)
    expect(await stateOf(id)).toEqual({ state: 'ready', progress: 1 })
    expect(test.services.mail.emails).toEqual([
      {
        to: 'owner@example.org',
        language: 'en',
        kind: 'exportReady',
        host: 'pv.example.org',
        values: { account: 'owner', days: 7, link: 'https://pv.example.org/account/settings/exportAccount' },
      },
    ])

    const { url } = (await link()).json()
    const file = await test.app.inject({ method: 'GET', url })
    expect(file.statusCode).toBe(200)
    expect(file.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="heliograph-export-2026-01-05.zip"',
      'content-length': String(file.rawPayload.length),
    })
    const listed = await inject(test.app, 'GET /user-s/acc/export', {}, bearer(owner.token))
    expect(listed.json()).toMatchObject({
      data: [{ id, state: 'ready', sizeBytes: file.rawPayload.length, expiresAtMs: nowMs + 7 * DAY_MS }],
      nextPossibleAtMs: Date.parse('2027-01-05T10:00:00Z'),
    })

    const files = unzipSync(file.rawPayload)
    const folder = `telemetry/plant-${plantId}/______A_1-${inverter.deviceId}`
    const tables = [
      'profile/profile',
      'profile/organizations',
      'profile/message-credits',
      'profile/message-credit-orders',
    ]
    tables.push(
      'profile/ways-in',
      'plants/plants',
      'plants/shared-with-me',
      'plants/tariffs',
      'plants/prices',
      'plants/finances',
      'plants/utility-bills',
      'devices/devices',
      'devices/loggers',
      'sign-ins',
      'audit',
    )
    tables.push(`telemetry/plant-${plantId}/daily`, `${folder}/2025`, `${folder}/2026`)
    const expected = tables.flatMap((path) => [`${path}.csv`, `${path}.json`])
    expect(Object.keys(files).sort()).toEqual([...expected, 'about.json', 'profile/photo.png'].sort())
    for (const path of expected.filter((text) => text.endsWith('.csv')))
      expect([...(files[path] ?? []).slice(0, 3)], path).toEqual([0xef, 0xbb, 0xbf])

    // Every sample appears once, in its local year at the plant (UTC+1), in both formats, with its units.
    const [old, young] = [readCsv(files[`${folder}/2025.csv`]), readCsv(files[`${folder}/2026.csv`])]
    expect([old.length, young.length]).toEqual([23 * 12, 25 * 12])
    expect(young[0]).toEqual({
      timeUtc: '2025-12-31T23:00:00.000Z',
      timeAtPlant: '2026-01-01 00:00:00',
      utcOffset: 'UTC+01:00',
      timeSource: 'frame',
      'acPowerW (W)': '-12.5',
      'generationTotalWh (Wh)': '1011500',
    })
    expect(readJson(files[`${folder}/2026.json`])[1]).toMatchObject({ acPowerW: -12.5, generationTotalWh: null })
    expect(readJson(files[`${folder}/2026.json`])).toHaveLength(young.length)

    // The days add up to the counter's rise, and to the plant's sums.
    const days = readCsv(files[`telemetry/plant-${plantId}/daily.csv`])
    const sum = days.reduce((total, day) => total + Number(day['generation (Wh)']), 0)
    const counter = [...old, ...young].map((row) => row['generationTotalWh (Wh)']).filter((text) => text !== '')
    expect(sum).toBe(Number(counter.at(-1)) - Number(counter[0]))
    expect(sum).toBe((await plantTotals(test.db, [plantId])).get(plantId)?.energy.generation)
    expect(sum).toBe(47 * 500)
    expect(days.map((day) => day.day)).toEqual(['2025-12-31', '2026-01-01', '2026-01-02'])
    expect(days.reduce((total, day) => total + Number(day.samples), 0)).toBe(old.length + young.length)

    expect(readJson(files['profile/profile.json'])).toMatchObject([
      { id: owner.userId, account: 'owner', nickname: '=cmd()', email: 'owner@example.org' },
    ])
    expect(JSON.parse(String(readJson(files['profile/profile.json'])[0]?.acceptedTexts))).toEqual(acceptedTexts)
    expect(strFromU8(files['profile/profile.csv'] as Uint8Array)).toContain("owner,'=cmd(),owner@example.org")
    expect(strFromU8(files['plants/plants.csv'] as Uint8Array)).toContain('"Hof, ""Süd"""')
    expect(readJson(files['plants/plants.json'])).toHaveLength(1)
    expect(readJson(files['plants/tariffs.json'])).toEqual([
      { plantId, validFrom: '2026-01-01', tariff: '{"rule":"bill"}' },
    ])
    expect(readJson(files['plants/shared-with-me.json'])).toMatchObject([{ id: foreign, name: 'Neighbor' }])
    expect(readJson(files['devices/devices.json'])).toMatchObject([{ serial: '../../A:1', plantId }])
    expect(readJson(files.audit ?? files['audit.json'])).toMatchObject([{ call: 'POST /user-s/acc/export' }])
    const everything = Object.values(files)
      .map((bytes) => strFromU8(bytes))
      .join()
    expect(everything).not.toContain('Unseen')
    expect(everything).not.toMatch(/argon2|hgp_/)
  })

  it('holds only the requested parts, also for an empty account', async () => {
    const { userId } = await addTestUser(test, 'empty')
    const { id } = await requestExport(test.db, port(), { userId, scope: ['plants', 'signIns', 'telemetry'], nowMs })
    await exporting.runDue()
    const files = await filesOf(id)
    expect(Object.keys(files).sort()).toEqual([
      'about.json',
      ...['plants/finances.csv', 'plants/finances.json', 'plants/plants.csv', 'plants/plants.json'],
      ...['plants/prices.csv', 'plants/prices.json'],
      ...['plants/shared-with-me.csv', 'plants/shared-with-me.json', 'plants/tariffs.csv', 'plants/tariffs.json'],
      ...['plants/utility-bills.csv', 'plants/utility-bills.json'],
      ...['sign-ins.csv', 'sign-ins.json'],
    ])
    expect(readJson(files['plants/plants.json'])).toEqual([])
  })
})

describe('asking for an export', () => {
  it('works once a year, not counting failures, also for concurrent requests', async () => {
    const { userId } = await addTestUser(test, 'yearly')
    const results = await Promise.all([1, 2, 3, 4].map(() => codeOf(request(userId))))
    expect(results.sort()).toEqual([
      'EXPORT_USED_WITHIN_YEAR',
      'EXPORT_USED_WITHIN_YEAR',
      'EXPORT_USED_WITHIN_YEAR',
      'fine',
    ])
    const next = Date.parse('2027-01-05T10:00:00Z')
    await expect(request(userId, next - 1)).rejects.toMatchObject({ detail: { nextPossibleAt: next / 1000 } })
    await test.db.pool.query(`update account_exports set state = 'failed' where user_id = $1`, [userId])
    expect(await codeOf(request(userId))).toBe('fine')
    await test.db.pool.query(`update account_exports set state = 'expired' where user_id = $1 and state = 'queued'`, [
      userId,
    ])
    expect(await codeOf(request(userId, next - 1))).toBe('EXPORT_USED_WITHIN_YEAR')
    expect(await codeOf(request(userId, next))).toBe('fine')
    await exporting.runDue()
  })

  it('is refused for more plants than the limit', async () => {
    const { userId } = await addTestUser(test, 'many')
    for (let n = 0; n < 3; n++) await addTestPlant(test.db, userId)
    const limited = { ...port(), plantLimit: 2 }
    const ask = requestExport(test.db, limited, { userId, scope: ['plants'], nowMs })
    await expect(ask).rejects.toMatchObject({ code: 'EXPORT_TOO_MANY_PLANTS', detail: { plants: 3, limit: 2 } })
    await test.db.pool.query('delete from plant_members where plant_id = (select max(plant_id) from plant_members)')
    expect(await codeOf(requestExport(test.db, limited, { userId, scope: ['plants'], nowMs }))).toBe('fine')
    await exporting.runDue()
  })

  it('needs re-authentication, a scope and a user', async () => {
    const { token, userId } = await addTestUser(test, 'proves')
    const ask = async (body: unknown, options = token) => {
      const reply = await inject(test.app, 'POST /user-s/acc/export', { body }, bearer(options))
      return reply.json().code ?? reply.statusCode
    }
    expect(await ask({ scope: ['plants'], proof: {} })).toBe('PROOF_REQUIRED')
    expect(await ask({ scope: ['plants'], proof: { password: 'wrong' } })).toBe('OLD_PASSWORD_WRONG')
    expect(await ask({ scope: [], proof })).toBe('PARAM_ERROR')
    expect(await ask({ scope: ['everything'], proof })).toBe('PARAM_ERROR')
    const { rows } = await test.db.pool.query(`insert into organizations (name, code) values ('O', 'o') returning id`)
    await test.db.pool.query(`insert into organization_members values ($1, $2, 'admin')`, [rows[0].id, userId])
    await test.db.pool.query('update sessions set organization_id = $1 where user_id = $2', [rows[0].id, userId])
    expect(await ask({ scope: ['plants'], proof })).toBe('NO_PERMISSION')
    for (const name of ['GET /user-s/acc/export', 'GET /user-s/acc/cancel'] as const)
      expect((await inject(test.app, name, {}, bearer(token))).statusCode).toBe(403)
  })
})

describe('the export job', () => {
  it('restarts the export of a dead node, not one that another node makes', async () => {
    const { userId } = await addTestUser(test, 'crashed')
    const { id } = await request(userId)
    await test.db.pool.query(`update account_exports set state = 'running', progress = 0.5 where id = $1`, [id])
    await test.db.pool.query(`insert into account_export_parts values ($1, 0, 'half'), ($1, 7, 'lost')`, [id])
    const other = await test.db.pool.connect()
    await other.query('select pg_advisory_lock(hashtextextended($1, 0))', [`account export ${id}`])
    expect(await exporting.runDue()).toBe(0)
    expect(await stateOf(id)).toEqual({ state: 'running', progress: 0.5 })
    // Its connection breaks, as when a node dies.
    other.release(new Error('gone'))
    const held = `select from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(async () => (await test.db.pool.query(held)).rowCount, patient).toBe(0)
    expect(await exporting.runDue()).toBe(1)
    expect(await stateOf(id)).toEqual({ state: 'ready', progress: 1 })
    expect(await filesOf(id)).toHaveProperty('about.json')
  })

  it('runs once on several nodes', async () => {
    const { userId } = await addTestUser(test, 'nodes')
    await test.db.pool.query(`update users set email = 'nodes@example.org' where id = $1`, [userId])
    await request(userId)
    await Promise.all([create(), create(), create()].map(async (node) => (await node).runDue()))
    expect(test.services.mail.emails.filter(({ to }) => to === 'nodes@example.org')).toHaveLength(1)
  })

  it('reports a failure, does not count it and leaves no file', async () => {
    const { userId } = await addTestUser(test, 'fails')
    const { id } = await request(userId)
    const mail = { ...test.services.mail, sendEmail: () => Promise.reject(new Error('no mail')) }
    await test.db.pool.query(`update users set email = 'fails@example.org' where id = $1`, [userId])
    await (await create({ mail })).runDue()
    expect(await stateOf(id)).toMatchObject({ state: 'failed' })
    expect(await partsOf(id)).toBe(0)
    expect((await listExports(test.db, userId, nowMs)).nextPossibleAtMs).toBeNull()
    expect(await codeOf(request(userId))).toBe('fine')
    await exporting.runDue()
  })

  it('gives up after a day', async () => {
    const { userId } = await addTestUser(test, 'poison')
    const { id } = await request(userId)
    await test.db.pool.query(`update account_exports set state = 'running' where id = $1`, [id])
    test.clock.nowMs = nowMs + DAY_MS + 1
    await exporting.runDue()
    expect(await stateOf(id)).toMatchObject({ state: 'failed' })
    expect(await partsOf(id)).toBe(0)
    expect(await codeOf(request(userId, test.clock.nowMs))).toBe('fine')
    await exporting.runDue()
  })

  it('stops with the server between two pages and resumes after the start', async () => {
    const { userId } = await addTestUser(test, 'stopped')
    const { id } = await request(userId)
    const stopping = new AbortController()
    const order = { userId, scope: exportScopes, signal: stopping.signal, nowMs }
    const stopped = buffer(streamZip(archiveEntries(test.db, { ...order, onProgress: async () => stopping.abort() })))
    await expect(stopped).rejects.toThrow('aborted')
    const closed = await create()
    closed.close()
    expect(await closed.runDue()).toBe(0)
    expect(await stateOf(id)).toMatchObject({ state: 'queued' })
    const jobs = await createJobs({ db: test.db, log: pino({ level: 'silent' }), now: Date.now, pollMs: 20 })
    const next = await create({ jobs })
    await next.resume()
    await expect.poll(() => stateOf(id), patient).toMatchObject({ state: 'ready' })
    next.close()
    await jobs.stop()
  })

  it('starts when its request commits, and not otherwise', async () => {
    const { userId } = await addTestUser(test, 'ordered')
    const jobs = await createJobs({ db: test.db, log: pino({ level: 'silent' }), now: Date.now, pollMs: 3_600_000 })
    const node = await create({ jobs })
    const { id } = await requestExport(test.db, node.port, { userId, scope: exportScopes, nowMs })
    await expect.poll(() => stateOf(id), patient).toMatchObject({ state: 'ready' })
    const failing = test.db.transaction(async (transaction) => {
      await node.port.order(transaction, id)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    const left = `select from pgboss.job where name = 'account-exports'`
    await expect.poll(async () => (await test.db.pool.query(left)).rowCount, patient).toBe(0)
    node.close()
    await jobs.stop()
  })

  it('reports progress', async () => {
    const { userId } = await addTestUser(test, 'progress')
    const plantId = await addTestPlant(test.db, userId)
    const device = await addTestDevice(test.db, plantId, { quantities: ['acPowerW'] })
    await appendSamples(test.db, device, { fromMs: nowMs - 2 * DAY_MS, toMs: nowMs }, () => ({ acPowerW: 1 }))
    const told: number[] = []
    const onProgress = async (progress: number) => {
      told.push(progress)
    }
    const order = { userId, scope: ['telemetry'] as const, signal: new AbortController().signal, nowMs }
    await buffer(streamZip(archiveEntries(test.db, { ...order, onProgress })))
    expect(told).toEqual([...told].sort((a, b) => a - b))
    expect(told.some((value) => value > 0.4 && value < 0.6)).toBe(true)
    expect(told.at(-1)).toBe(0.99)
  })
})

describe('an archive', () => {
  it("opens with its owner's key for ten minutes, also repeatedly", async () => {
    const mine = await addTestUser(test, 'mine')
    const theirs = await addTestUser(test, 'theirs')
    const [own, foreign] = [await request(mine.userId), await request(theirs.userId)]
    await exporting.runDue()
    expect(await codeOf(createExportLink(test.db, theirs.userId, own.id, nowMs))).toBe('NOT_FOUND')
    expect(await codeOf(createExportLink(test.db, mine.userId, 999_999, nowMs))).toBe('NOT_FOUND')
    const key = await createExportLink(test.db, mine.userId, own.id, nowMs)
    const open = async (id: number, options: string, atMs = nowMs) =>
      codeOf(
        openExport(test.db, { id, key: options, nowMs: atMs }).then(({ stream }) =>
          (stream as never as { destroy: () => void }).destroy(),
        ),
      )
    expect(await open(own.id, key)).toBe('fine')
    expect(await open(own.id, key, nowMs + 599_000)).toBe('fine')
    expect(await open(own.id, key, nowMs + 600_000)).toBe('NOT_FOUND')
    expect(await open(foreign.id, key)).toBe('NOT_FOUND')
    expect(await open(own.id, `${key}x`)).toBe('NOT_FOUND')
    const guess = await inject(test.app, 'GET /user-s/acc/export/{id}/file', {
      params: { id: own.id },
      query: { key: 'x' },
    })
    expect(guess.json().code).toBe('NOT_FOUND')
  })

  it('is removed after a week', async () => {
    const { userId } = await addTestUser(test, 'week')
    const { id } = await request(userId)
    await exporting.runDue()
    const key = await createExportLink(test.db, userId, id, nowMs)
    test.clock.nowMs = nowMs + 7 * DAY_MS - 1
    await exporting.removeExpired()
    expect(await partsOf(id)).toBe(1)
    test.clock.nowMs = nowMs + 7 * DAY_MS
    expect(await codeOf(createExportLink(test.db, userId, id, test.clock.nowMs))).toBe('NOT_FOUND')
    expect(await exporting.removeExpired()).toBeGreaterThan(0)
    expect(await partsOf(id)).toBe(0)
    expect(await stateOf(id)).toMatchObject({ state: 'expired' })
    expect(await codeOf(openExport(test.db, { id, key, nowMs }))).toBe('NOT_FOUND')
  })
})
