import { buffer, text } from 'node:stream/consumers'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import { languageCodes } from '@heliograph/domain/languages.ts'
import type { ExportDefinition } from '@heliograph/domain/plant-export.ts'
import { plainTariff } from '@heliograph/domain/tariff/tariff.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { saveVersion } from '../../fleet/finance/finance.ts'
import { plantDay, plantPeriod } from '../../fleet/plants/plants.ts'
import { addAlarm } from '../../insight/alarms/testing/add-alarm.ts'
import { ACCESS_TOKEN_PREFIX, hashToken, makeToken, removeMadeByExpired } from '../../people/accounts/accounts.ts'
import { readsOf } from '../../platform/db/read-replica.ts'
import { storeFile } from '../../platform/file-jobs/stored-file.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
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
import { exportTexts } from './export-texts.ts'
import { createPlantExports, type PlantExports } from './plant-exports.ts'
import { readExport } from './read-export.ts'
import { shareToken } from './share-token.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const HOUR_MS = 3_600_000
let test: TestApp
let exporting: PlantExports
let plant: number
let deviceIds: readonly number[]
let owner: Awaited<ReturnType<typeof addTestUser>>
let viewer: typeof owner
let stranger: typeof owner
let work: (id: number, isLastTry?: boolean) => Promise<void>
const ordered: number[] = []
const letters: object[] = []
let deliver: () => Promise<unknown>

beforeAll(async () => {
  const jobs = {
    send: async (name: string, data: object) =>
      void (name === 'report-letters' ? letters.push(data) : ordered.push((data as { id: number }).id)),
    work: async (name: string, run: (data: never, job: never) => Promise<void>) => {
      if (name === 'report-letters')
        deliver = () => Promise.all(letters.splice(0).map((letter) => run(letter as never, {} as never)))
      else work = (id, isLastTry = false) => run({ id } as never, { isLastTry } as never)
    },
  } as unknown as Jobs
  test = await createTestApp(nowMs, { services: { plantExports: { order: async (_, id) => void ordered.push(id) } } })
  const { mail } = test.services
  exporting = await createPlantExports({
    db: test.db,
    reads: readsOf(test.db),
    jobs,
    mail,
    publicUrl: 'https://pv.example.org',
    log: pino({ level: 'silent' }),
    now: () => test.clock.nowMs,
  })
  owner = await addTestUser(test, 'owner')
  viewer = await addTestUser(test, 'viewer')
  stranger = await addTestUser(test, 'stranger')
  await test.db.kysely.updateTable('users').set({ email: 'owner@example.org' }).where('id', '=', owner.userId).execute()
  plant = await addTestPlant(test.db, owner.userId, { name: '=Lindenhof' })
  await addMember(test.db, plant, viewer.userId, 'viewer', ['viewPlantInfo'])
  await addTestPlant(test.db, stranger.userId)
  const quantities = ['pvPowerW', 'acPowerW', 'generationTotalWh', 'generationTodayWh'] as const
  const devices = [
    await addTestDevice(test.db, plant, { quantities, serial: '+INV1' }),
    await addTestDevice(test.db, plant, { quantities, serial: 'INV2' }),
  ]
  deviceIds = devices.map(({ deviceId }) => deviceId)
  for (const device of devices)
    await appendSamples(test.db, device, { fromMs: nowMs - 30 * HOUR_MS, toMs: nowMs, stepMs: 900_000 }, (atMs) => {
      const hours = (atMs - nowMs) / HOUR_MS + 30
      return { pvPowerW: 1000.1, acPowerW: 1000.1, generationTotalWh: 1e6 + hours * 1000 }
    })
})
beforeEach(async () => {
  test.clock.nowMs = nowMs
  ordered.length = 0
  await test.db.kysely.deleteFrom('plant_exports').execute()
})
afterAll(() => test.close())

const statistics: ExportDefinition = {
  kind: 'statistics',
  step: 'day',
  from: '2026-06-13',
  to: '2026-06-15',
  deviceIds: [],
  quantities: [],
  fileType: 'csv',
  zone: 'plant',
  separator: ',',
  decimalMark: '.',
  language: 'en',
}
const points: ExportDefinition = {
  ...statistics,
  kind: 'points',
  step: 'sample',
  from: '2026-06-15',
  quantities: ['generationTotalWh', 'acPowerW'],
}
const orderOf = () => ({
  plantId: plant,
  userId: owner.userId,
  organizationId: null,
  nowMs,
  host: 'localhost',
  publicUrl: 'http://localhost',
})
const read = async (definition: Partial<ExportDefinition>): Promise<readonly string[][]> => {
  const content = await readExport(test.db, { ...orderOf(), definition: { ...statistics, ...definition } })
  const whole = await text(content as AsyncIterable<string>)
  return whole
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
}
const request = async (method: 'GET' | 'POST' | 'DELETE', path: string, by = owner, payload?: object) =>
  await test.app.inject({
    method,
    url: `/maintain-s/station/${path}`,
    headers: bearer(by.token),
    ...(payload ? { payload } : {}),
  })
const order = (definition: object = statistics, by = owner, more: object = {}) =>
  request('POST', `${plant}/report/jobs`, by, { definition, ...more })

describe('the figures', () => {
  it('of days are those of the page, with empty rows for days without data', async () => {
    const [head, ...rows] = await read({})
    const page = await plantPeriod(test.db, plant, 'month', '2026-06', nowMs)
    expect(head?.slice(0, 3)).toEqual(['Period', 'Production (kWh)', 'Consumption (kWh)'])
    expect(rows.map(([day]) => day)).toEqual(['2026-06-13', '2026-06-14', '2026-06-15'])
    for (const [day, produced, used] of rows) {
      const { figures } = page.rows.find((row) => row.day === Number(day?.slice(8))) ?? {}
      const { generation } = figures?.energy ?? {}
      expect([produced, used]).toEqual([generation == null ? '' : String(generation / 1000), ''])
    }
    expect(Number(rows[1]?.[1]) + Number(rows[2]?.[1])).toBeCloseTo(59.5, 6)
  })
  it.each([
    ['month', '2026-05-20', '2026-06-15', ['2026-05', '2026-06']],
    ['year', '2026-01-01', '2026-06-15', ['2026']],
    ['total', '2026-06-15', '2026-06-15', ['all']],
  ] as const)('of a %s are whole periods', async (step, from, to, names) => {
    const [, ...rows] = await read({ step, from, to })
    expect(rows.map(([name]) => name)).toEqual(names)
    expect(Number(rows.at(-1)?.[1])).toBeCloseTo(59.5, 6)
  })
  it('have income with and without VAT where tariffs of these days state it', async () => {
    const tariff = { ...plainTariff(0.4), vatPercent: 19 }
    const headOf = async (range: Partial<ExportDefinition>) => {
      const [head, ...rows] = await read(range)
      const at = head?.findIndex((name) => name.startsWith('Income')) ?? 0
      return {
        names: head?.filter((name) => name.startsWith('Income')),
        rows: rows.map((row) => row.slice(at, at + 2)),
      }
    }
    const setPrice = (price: number | null) =>
      test.db.kysely.updateTable('plants').set({ price_per_kwh: price }).where('id', '=', plant).execute()
    expect((await headOf({})).names).toEqual(['Income (EUR)'])
    await setPrice(null)
    await saveVersion(test.db, plant, { from: '2026-06-15', tariff })
    const { names, rows } = await headOf({})
    // The days before have no price, so none of the amounts is without a rate.
    expect(names).toEqual(['Income incl. VAT (EUR)', 'Income excl. VAT (EUR)'])
    expect(rows.slice(0, 2)).toEqual([
      ['', ''],
      ['', ''],
    ])
    const { statistics: figures } = await plantDay(test.db, plant, '2026-06-15', nowMs)
    const money = [figures.money.income, figures.money.withoutVat?.income].map((item) => Number(item?.toFixed(4)))
    expect(rows[2]?.map(Number)).toEqual(money)
    expect((await headOf({ to: '2026-06-14' })).names).toEqual(['Income (EUR)'])
    await saveVersion(test.db, plant, { from: '2026-06-14', tariff: plainTariff(0.4) })
    expect((await headOf({})).names).toEqual(['Income (EUR)', 'Income excl. VAT (EUR)'])
    await test.db.kysely.deleteFrom('tariffs').execute()
    await setPrice(0.25)
  })
  it('of alarms are those that held on these days, each with its length and loss', async () => {
    const at = (days: number): number => nowMs - days * 24 * HOUR_MS
    const of = { plantId: plant, deviceId: deviceIds[0] ?? 0, part: 'pv3', lostWh: 5_500 }
    await addAlarm(test.db, { ...of, openedAtMs: at(1), closedAtMs: at(0.5) })
    await addAlarm(test.db, { plantId: plant, rule: 'soiling', level: 0, openedAtMs: at(20) })
    await addAlarm(test.db, { ...of, openedAtMs: at(20), closedAtMs: at(10) })
    const [head, soiling, string, ...rest] = await read({ kind: 'alarms', step: 'alarm' })
    expect(head).toHaveLength(18)
    expect([soiling?.length, rest]).toEqual([18, []])
    expect(soiling?.slice(0, 5)).toEqual(['Dirt suspected', 'Tip', 'Production', 'Ongoing', 'Whole plant'])
    expect(string?.slice(6, 12)).toEqual([
      'String 3',
      '',
      '2026-06-14 12:00:00',
      'UTC+02:00',
      '2026-06-15 00:00:00',
      'UTC+02:00',
    ])
    expect(string?.slice(12, 14)).toEqual(['12', '5.5'])
    const whole = JSON.parse(
      await text(
        (await readExport(test.db, {
          ...orderOf(),
          definition: { ...statistics, kind: 'alarms', step: 'alarm', fileType: 'json' },
        })) as AsyncIterable<string>,
      ),
    )
    expect(whole.rows[0]).toMatchObject({ alarm: 'Dirt suspected', ended: null, began: '2026-05-26T12:00:00+02:00' })
    expect((await order({ ...statistics, kind: 'alarms', step: 'alarm' }, viewer)).json().code).toBe('NO_PERMISSION')
  })
  it('of powers are the curve of the page, and end now', async () => {
    const [head, ...rows] = await read({ kind: 'power', step: '5min', from: '2026-06-15', to: '2026-06-20' })
    const { points: drawn } = await plantDay(test.db, plant, '2026-06-15', nowMs)
    expect(head?.slice(0, 3)).toEqual(['Time (Europe/Berlin)', 'UTC offset', 'Production (W)'])
    expect(rows).toHaveLength(drawn.length)
    expect(rows.map((row) => row[2])).toEqual(drawn.map(({ pvW }) => (pvW === null ? '' : String(pvW))))
    expect(rows.filter((row) => row[2] === '2000.2').length).toBeGreaterThan(40)
    const [, ...hours] = await read({ kind: 'power', step: 'hour', from: '2026-06-15', zone: 'UTC' })
    expect(hours.map(([at]) => at)).toContain('2026-06-14T22:00:00Z')
    expect(hours.every((row) => row[1] === '2000.2')).toBe(true)
  })
  it('of devices are their samples, one device after the other', async () => {
    const [head, ...rows] = await read(points)
    expect(head).toEqual([
      ...['Time (Europe/Berlin)', 'UTC offset', 'Device', 'Serial number'],
      ...['"Production', ' total (Wh)"', 'AC active power (W)'],
    ])
    expect(rows.map((row) => row[3])).toEqual([...Array(48).fill("'+INV1"), ...Array(48).fill('INV2')])
    expect(rows[0]).toEqual(['2026-06-15 00:00:00', 'UTC+02:00', 'Test +INV1', "'+INV1", '1018000', '1000.1'])
    const [, ...hours] = await read({ ...points, step: 'hour', deviceIds: deviceIds.slice(1) })
    expect(hours[1]?.slice(3)).toEqual(['INV2', '1000', '1000.1'])
  })
  it('have headings in each language', async () => {
    expect((await read({ language: 'de' }))[0]?.[0]).toBe('Zeitraum')
    expect((await read({ language: 'en' }))[0]?.[0]).toBe('Period')
    expect(Object.keys(exportTexts).sort()).toEqual([...languageCodes].sort())
  })
})

describe('the call of the specification', () => {
  const file = (definition: object, by = owner, id = plant) => request('POST', `report/export/${id}`, by, definition)
  it('streams a file', async () => {
    const reply = await file({ ...statistics, fileType: 'xlsx' })
    expect([reply.statusCode, reply.headers['content-disposition']]).toEqual([
      200,
      `attachment; filename="plant-${plant}-statistics-day-2026-06-13-2026-06-15.xlsx"`,
    ])
    expect(reply.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })
  it.each([
    [{ step: 'hour' }, 'body.step'],
    [{ from: '2026-02-30' }, 'body.from'],
    [{ to: '2026-06-01' }, 'body.to'],
    [{ kind: 'points', step: 'sample' }, 'body.quantities'],
    [{ quantities: ['no'] }, 'body.quantities.0'],
  ])('refuses %j', async (change, field) => {
    const reply = await file({ ...statistics, ...change })
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { code: 'PARAM_ERROR', detail: { field } }])
  })
  it('names the days that were asked for and the limit', async () => {
    const long = await file({ ...points, from: '2020-01-01', to: '2026-06-15' })
    expect(long.json()).toMatchObject({ code: 'EXPORT_TOO_LONG', detail: { days: 2358, limit: 366 } })
  })
  it("gives a stranger nothing, nor another plant's device to the owner", async () => {
    expect((await file(statistics, stranger)).statusCode).toBe(404)
    const other = await addTestPlant(test.db, owner.userId)
    expect((await file({ ...points, deviceIds }, owner, other)).statusCode).toBe(404)
  })
  it('gives devices only to who may see them', async () => {
    expect((await file(statistics, viewer)).statusCode).toBe(200)
    expect((await file(points, viewer)).statusCode).toBe(403)
    expect((await order(points, viewer)).statusCode).toBe(403)
  })
})

describe('a job', () => {
  it('stores the file, which is downloaded until it expires', async () => {
    const { id } = (await order(points)).json()
    expect(ordered).toEqual([id])
    await work(id)
    const [row] = (await request('GET', `${plant}/report/jobs`)).json().data
    expect(row).toMatchObject({ id, state: 'ready', progress: 1, rows: 96, expiresAtMs: nowMs + 7 * DAY_MS })
    const reply = await request('GET', `${plant}/report/jobs/${id}/file`)
    expect([reply.statusCode, reply.rawPayload.length]).toEqual([200, row.sizeBytes])
    expect(reply.body.split('\r\n')).toHaveLength(98)
    test.clock.nowMs = nowMs + 7 * 86_400_000
    expect((await request('GET', `${plant}/report/jobs/${id}/file`)).statusCode).toBe(404)
    expect(await exporting.removeExpired()).toBe(1)
    const { rows: parts } = await test.db.pool.query('select 1 from plant_export_parts')
    expect(parts).toEqual([])
  })
  it('is not seen by another member, nor under another plant', async () => {
    const { id } = (await order()).json()
    await work(id)
    const own = await addTestPlant(test.db, viewer.userId)
    for (const path of [`${plant}/report/jobs/${id}`, `${own}/report/jobs/${id}`]) {
      expect((await request('GET', `${path}/file`, viewer)).statusCode).toBe(404)
      expect((await request('POST', path, viewer)).statusCode).toBe(404)
      expect((await request('DELETE', path, viewer)).statusCode).toBe(404)
    }
    expect((await request('GET', `${plant}/report/jobs`, viewer)).json().data).toEqual([])
    expect((await request('GET', `${plant}/report/jobs/${id}/file`, stranger)).statusCode).toBe(404)
  })
  it('is made again, cancelled and deleted', async () => {
    const { id } = (await order()).json()
    const again = await request('POST', `${plant}/report/jobs/${id}`)
    expect(again.json()).toMatchObject({ state: 'queued', definition: statistics })
    expect((await request('DELETE', `${plant}/report/jobs/${id}`)).statusCode).toBe(200)
    await work(id)
    expect((await request('GET', `${plant}/report/jobs`)).json().data).toHaveLength(1)
  })
  it('fails where the right ended before it ran', async () => {
    const { id } = (await order(statistics, viewer)).json()
    const members = test.db.kysely.updateTable('plant_members').where('user_id', '=', viewer.userId)
    await members
      .set({ expires_at: new Date(nowMs - 1) })
      .where('plant_id', '=', plant)
      .execute()
    await work(id)
    await members.set({ expires_at: null }).where('plant_id', '=', plant).execute()
    const [row] = (await request('GET', `${plant}/report/jobs`, viewer)).json().data
    expect(row).toMatchObject({ state: 'failed', failure: 'NO_PERMISSION', sizeBytes: null })
  })
  it('is refused with the number of waiting ones', async () => {
    for (let n = 0; n < 3; n++) await order()
    expect((await order()).json()).toMatchObject({ code: 'EXPORT_TOO_MANY', detail: { exports: 3, limit: 3 } })
  })
  it('sends an email where it was wanted', async () => {
    const { id } = (await order(statistics, owner, { mail: true })).json()
    await work(id)
    const link = `https://pv.example.org/plant/infos/exportdata?id=${plant}`
    expect(test.services.mail.emails.at(-1)).toMatchObject({
      to: 'owner@example.org',
      kind: 'plantExportReady',
      values: { plant: '=Lindenhof', link },
    })
  })
  it('starts from the beginning after a node died', async () => {
    const { id } = (await order()).json()
    await test.db.kysely.updateTable('plant_exports').set({ state: 'running' }).where('id', '=', id).execute()
    const part = { export_id: id, part: 0, bytes: Buffer.from('left behind') }
    await test.db.kysely.insertInto('plant_export_parts').values(part).execute()
    await exporting.resume()
    expect(ordered).toEqual([id, id])
    await work(id)
    const reply = await request('GET', `${plant}/report/jobs/${id}/file`)
    expect(reply.body).toContain('Period,Production')
  })
  it('stops where the file grows beyond its limit', async () => {
    const { id } = (await order()).json()
    const endless = async function* () {
      for (;;) yield 'x'.repeat(1000)
    }
    const options = {
      content: endless(),
      isCompressed: false,
      signal: new AbortController().signal,
      mostBytes: 2_000_000,
    }
    await expect(storeFile(test.db, { orders: 'plant_exports', id }, options)).rejects.toMatchObject({
      code: 'EXPORT_TOO_LARGE',
      detail: { megabytes: 2 },
    })
  })
  it('keeps a workbook in parts as it is', async () => {
    const { id } = (await order({ ...points, fileType: 'xlsx' })).json()
    await work(id)
    const reply = await request('GET', `${plant}/report/jobs/${id}/file`)
    const direct = await readExport(test.db, { ...orderOf(), definition: { ...points, fileType: 'xlsx' } })
    expect(reply.rawPayload.length).toBe((await buffer(direct as AsyncIterable<Uint8Array>)).length)
  })
})

describe('a template', () => {
  const path = 'report/templates'
  it('is saved, replaced by one of its name, and deleted', async () => {
    const saved = await request('POST', path, owner, { name: ' Days ', definition: statistics })
    expect(saved.json()).toMatchObject({ name: 'Days', definition: statistics })
    await request('POST', path, owner, { name: 'Days', definition: points })
    expect((await request('GET', path)).json().data).toMatchObject([{ name: 'Days', definition: points }])
    const { id } = saved.json()
    expect((await request('GET', path, viewer)).json().data).toEqual([])
    expect((await request('DELETE', `${path}/${id}`, viewer)).statusCode).toBe(404)
    expect((await request('DELETE', `${path}/${id}`)).statusCode).toBe(200)
  })
  it('is one of ten at most', async () => {
    const codes: number[] = []
    for (let n = 0; n < 11; n++)
      codes.push((await request('POST', path, owner, { name: `T${n}`, definition: statistics })).statusCode)
    expect(codes).toEqual([...Array(10).fill(200), 409])
  })
})

describe('a schedule', () => {
  const path = () => `${plant}/report/schedules`
  it('orders the week before on Monday morning, with an email that names it', async () => {
    const added = await request('POST', path(), owner, { name: 'Billing', every: 'week', definition: statistics })
    expect(added.json()).toMatchObject({ every: 'week', nextAtMs: Date.parse('2026-06-22T04:00:00Z') })
    expect(await exporting.runSchedules()).toBe(0)
    test.clock.nowMs = Date.parse('2026-06-22T04:00:00Z')
    expect(await exporting.runSchedules()).toBe(1)
    expect(await exporting.runSchedules()).toBe(0)
    await work(ordered[0] ?? 0)
    const [row] = (await request('GET', `${plant}/report/jobs`)).json().data
    expect(row).toMatchObject({ state: 'ready', definition: { from: '2026-06-15', to: '2026-06-21' } })
    await deliver()
    const { to, content, attachments, headers } = test.services.mail.written.at(-1) ?? {}
    expect([to, content?.subject]).toEqual(['owner@example.org', '=Lindenhof: Billing'])
    expect(content?.facts[0]).toMatchObject({ label: 'Production' })
    expect(attachments?.[0]?.bytes.toString()).toContain('Period,Production')
    expect(headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const { id } = added.json()
    expect((await request('GET', path(), viewer)).json().data).toEqual([])
    expect((await request('DELETE', `${path()}/${id}`, viewer)).statusCode).toBe(404)
    expect((await request('DELETE', `${path()}/${id}`)).statusCode).toBe(200)
    expect((await request('GET', path())).json().data).toEqual([])
  })
  it('keeps its newest three files', async () => {
    await request('POST', path(), owner, { name: 'Daily', every: 'day', definition: statistics })
    for (let n = 1; n <= 5; n++) {
      test.clock.nowMs = nowMs + n * 86_400_000
      await exporting.runSchedules()
      await work(ordered.at(-1) ?? 0)
    }
    expect((await request('GET', `${plant}/report/jobs`)).json().data).toHaveLength(3)
    await test.db.kysely.deleteFrom('export_schedules').execute()
  })
  it('needs an own address, and ends with the right on the plant', async () => {
    const options = { name: 'Daily', every: 'day', definition: statistics }
    expect((await request('POST', path(), viewer, options)).json()).toMatchObject({ code: 'ABNORMAL' })
    const users = test.db.kysely.updateTable('users').where('id', '=', viewer.userId)
    await users.set({ email: 'viewer@example.org' }).execute()
    expect((await request('POST', path(), viewer, options)).statusCode).toBe(200)
    await test.db.kysely
      .deleteFrom('plant_members')
      .where('user_id', '=', viewer.userId)
      .where('plant_id', '=', plant)
      .execute()
    test.clock.nowMs = nowMs + 86_400_000
    await exporting.runSchedules()
    expect(ordered).toEqual([])
    expect(await test.db.kysely.selectFrom('export_schedules').selectAll().execute()).toEqual([])
  })
})

describe('the readers of a schedule', () => {
  const schedules = () => `${plant}/report/schedules`
  const pages = { ...statistics, kind: 'report', fileType: 'pdf' } as const
  const sent = () => test.services.mail.written
  const made = async (body: object) => {
    const reply = await request('POST', schedules(), owner, {
      name: 'Monthly',
      every: 'month',
      definition: pages,
      ...body,
    })
    return reply.json()
  }
  /** The first morning of July. */
  const run = async () => {
    test.clock.nowMs = Date.parse('2026-07-01T04:00:00Z')
    await exporting.runSchedules()
    await work(ordered.at(-1) ?? 0)
    sent().length = 0
    await deliver()
    // Sessions end earlier.
    test.clock.nowMs = nowMs
  }
  const tokenOf = (link: unknown) => new URL(String(link)).searchParams.get('token') ?? ''
  const offer = (method: 'GET' | 'POST', token: string) =>
    test.app.inject({ method, url: `/maintain-s/station/report/offer/${token}` })
  beforeEach(async () => {
    await test.db.kysely.deleteFrom('export_schedules').execute()
    await test.db.pool.query('truncate messages cascade')
    test.services.mail.emails.length = 0
    sent().length = 0
  })

  it('without an account confirm once, and get the pages attached with a picture', async () => {
    await made({ recipients: ['Kai@example.org', 'kai@example.org'] })
    const asked = test.services.mail.emails.at(-1)
    expect(asked).toMatchObject({ to: 'kai@example.org', kind: 'reportOffered', values: { schedule: 'Monthly' } })
    expect(test.services.mail.emails).toHaveLength(1)
    const token = tokenOf(asked?.values.link)
    expect((await offer('GET', token)).json()).toMatchObject({ plant: '=Lindenhof', every: 'month', state: 'asked' })
    await run()
    expect(sent().map(({ to }) => to)).toEqual(['owner@example.org'])
    expect((await offer('POST', token)).statusCode).toBe(200)
    const [row] = (await request('GET', schedules())).json().data
    expect(row.recipients).toMatchObject([{ address: 'kai@example.org', state: 'confirmed' }])
    await test.db.kysely
      .updateTable('export_schedules')
      .set({ next_at: new Date(nowMs) })
      .execute()
    await run()
    expect(
      sent()
        .map(({ to }) => to)
        .sort(),
    ).toEqual(['kai@example.org', 'owner@example.org'])
    const letter = sent().find(({ to }) => to === 'kai@example.org')
    expect(letter?.attachments?.[0]).toMatchObject({
      type: 'application/pdf',
      name: '=Lindenhof 2026-06-01 2026-06-30.pdf',
    })
    expect(letter?.attachments?.[0]?.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(letter?.content.picture?.png.subarray(1, 4).toString()).toBe('PNG')
    expect((await offer('GET', 'forged')).statusCode).toBe(404)
  })
  it('are told to the owner and to who sends, once', async () => {
    await addMember(test.db, plant, stranger.userId, 'viewer', ['viewPlantInfo'])
    await test.db.kysely
      .updateTable('users')
      .set({ email: 's@example.org' })
      .where('id', '=', stranger.userId)
      .execute()
    await request('POST', schedules(), stranger, {
      name: 'Mine',
      every: 'day',
      definition: statistics,
      recipients: ['kai@example.org'],
    })
    const token = tokenOf(test.services.mail.emails.at(-1)?.values.link)
    for (const _ of [1, 2]) expect((await offer('POST', token)).statusCode).toBe(200)
    const { rows } = await test.db.pool.query(
      "select user_id, entries->0->>'what' as what, entries->0->'facts' as facts from messages where kind = 'sharing' order by user_id",
    )
    const facts = { address: 'kai@example.org', schedule: 'Mine', person: 'stranger' }
    expect(rows).toEqual([
      { user_id: owner.userId, what: 'reportReaderAdded', facts },
      { user_id: stranger.userId, what: 'reportReaderAdded', facts },
    ])
    // Whose right ended sends nothing to anybody, and opens nothing.
    await test.db.kysely
      .deleteFrom('plant_members')
      .where('user_id', '=', stranger.userId)
      .where('plant_id', '=', plant)
      .execute()
    expect([(await offer('GET', token)).statusCode, (await offer('POST', token)).statusCode]).toEqual([404, 404])
  })

  it.each(['expires', 'is revoked'])('get nothing more once the token that added them %s', async (end) => {
    const token = `${ACCESS_TOKEN_PREFIX}${makeToken()}`
    const scopes = ['plant:read', 'plant:write'] as const
    const row = { user_id: owner.userId, name: 'Script', scopes: [...scopes], token_hash: hashToken(token) }
    const expires = { expires_at: new Date(nowMs + 60_000) }
    await test.db.kysely
      .insertInto('access_tokens')
      .values({ ...row, ...expires })
      .execute()
    const own = await made({ recipients: [] })
    const options = {
      name: 'Theirs',
      every: 'day',
      definition: pages,
      attaches: false,
      recipients: ['kai@example.org'],
    }
    const theirs = (await request('POST', schedules(), { ...owner, token }, options)).json()
    const added = { recipients: ['ida@example.org'] }
    expect((await request('POST', `${schedules()}/${own.id}/recipients`, { ...owner, token }, added)).statusCode).toBe(
      200,
    )
    const links = test.services.mail.emails.map(({ values }) => tokenOf(values.link))
    for (const link of links) expect((await offer('POST', link)).statusCode).toBe(200)
    await request('POST', `${schedules()}/${theirs.id}`, owner)
    await work(ordered.at(-1) ?? 0)
    await test.db.kysely.updateTable('plant_exports').set({ is_test: false }).execute()
    const { id } = await test.db.kysely.selectFrom('plant_exports').select('id').executeTakeFirstOrThrow()
    const readers = await test.db.kysely.selectFrom('report_recipients').select('id').orderBy('id').execute()
    const [first = 0, second = 0] = readers.map((reader) => reader.id)
    const file = (recipientId: number) =>
      test.app.inject({ url: `/maintain-s/station/report/shared/${shareToken({ exportId: id, recipientId })}` })
    expect((await file(first)).statusCode).toBe(200)
    // Another schedule's reader.
    expect((await file(second)).statusCode).toBe(404)
    if (end === 'expires') test.clock.nowMs = nowMs + 60_000
    else await test.db.kysely.deleteFrom('access_tokens').execute()
    expect((await file(first)).statusCode).toBe(404)
    for (const link of links) expect((await offer('GET', link)).statusCode).toBe(404)
    await test.db.kysely
      .updateTable('export_schedules')
      .set({ next_at: new Date(nowMs) })
      .execute()
    ordered.length = 0
    await exporting.runSchedules()
    expect(ordered).toHaveLength(1)
    expect(await removeMadeByExpired(test.db, nowMs + 60_000)).toBe(end === 'expires' ? 3 : 0)
    const left = (await request('GET', schedules())).json().data
    expect(left).toMatchObject([{ id: own.id, recipients: [] }])
    await test.db.kysely.deleteFrom('access_tokens').execute()
  })

  it('end the emails with one click and no session', async () => {
    await made({})
    await run()
    const link = sent()[0]?.headers['List-Unsubscribe'] ?? ''
    const url = new URL(link.slice(1, -1)).pathname
    const click = () =>
      test.app.inject({
        method: 'POST',
        url,
        payload: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    expect((await test.app.inject({ method: 'GET', url })).json()).toEqual({ list: 'reports', isEnded: false })
    expect([(await click()).statusCode, (await click()).statusCode]).toEqual([200, 200])
    expect((await test.app.inject({ method: 'GET', url })).json()).toMatchObject({ isEnded: true })
    await test.db.kysely
      .updateTable('export_schedules')
      .set({ next_at: new Date(nowMs) })
      .execute()
    await run()
    expect(sent()).toEqual([])
    expect((await request('GET', schedules())).json().data).toMatchObject([{ mailsOwner: false }])
  })
  it('get a link where the file is not attached, which ends with the file', async () => {
    await made({ attaches: false, recipients: ['kai@example.org'] })
    await offer('POST', tokenOf(test.services.mail.emails.at(-1)?.values.link))
    await run()
    const letter = sent().find(({ to }) => to === 'kai@example.org')
    expect(letter?.attachments).toBeUndefined()
    const url = new URL(letter?.content.button?.link ?? '').pathname
    const file = await test.app.inject({ method: 'GET', url })
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf'])
    test.clock.nowMs = Date.parse('2026-07-08T04:00:00Z')
    expect((await test.app.inject({ method: 'GET', url })).statusCode).toBe(404)
    expect((await test.app.inject({ method: 'GET', url: `${url}x` })).statusCode).toBe(404)
  })
  it('are edited: new ones are asked, who unsubscribed is not asked again', async () => {
    const { id } = await made({ recipients: ['kai@example.org', 'ada@example.org'] })
    await test.db.kysely
      .updateTable('report_recipients')
      .set({ ended_at: new Date(nowMs) })
      .where('address', '=', 'ada@example.org')
      .execute()
    test.services.mail.emails.length = 0
    const url = `${schedules()}/${id}/recipients`
    const edit = (who: typeof owner, recipients: readonly string[]) => request('POST', url, who, { recipients })
    expect((await edit(viewer, ['x@example.org'])).statusCode).toBe(404)
    expect((await edit(owner, ['none'])).statusCode).toBe(400)
    const edited = await edit(owner, ['Bo@example.org', 'ada@example.org'])
    expect(edited.json().recipients).toMatchObject([
      { address: 'ada@example.org', state: 'ended' },
      { address: 'bo@example.org', state: 'asked' },
    ])
    expect(test.services.mail.emails.map(({ to }) => to)).toEqual(['bo@example.org'])
    expect((await edit(owner, [])).json().recipients).toMatchObject([{ address: 'ada@example.org' }])
  })
  it('get no test; that goes to its sender alone', async () => {
    const { id } = await made({ recipients: ['kai@example.org'] })
    await offer('POST', tokenOf(test.services.mail.emails.at(-1)?.values.link))
    expect((await request('POST', `${schedules()}/${id}`, viewer)).statusCode).toBe(404)
    expect((await request('POST', `${schedules()}/${id}`)).statusCode).toBe(200)
    await work(ordered.at(-1) ?? 0)
    await deliver()
    expect(sent().map(({ to, content }) => [to, content.note])).toEqual([
      ['owner@example.org', 'This is a test: only you got it.'],
    ])
    expect((await request('GET', schedules())).json().data).toHaveLength(1)
  })
  it.each([
    [['not an address'], 400],
    [Array.from({ length: 11 }, (_, n) => `p${n}@example.org`), 400],
  ])('are refused as %j', async (recipients, status) => {
    const body = { name: 'Monthly', every: 'month', definition: pages, recipients }
    expect((await request('POST', schedules(), owner, body)).statusCode).toBe(status)
    expect(test.services.mail.emails).toEqual([])
  })
  it('get the letter of the month before, and only by the month', async () => {
    const definition = { ...pages, kind: 'letter', step: 'month', from: '2026-05-01', to: '2026-05-31' }
    const body = { name: 'Letter', definition, recipients: [] }
    for (const every of ['day', 'week', 'year'])
      expect((await request('POST', schedules(), owner, { ...body, every })).statusCode, every).toBe(400)
    const halves = { ...definition, from: '2026-05-02' }
    const half = await request('POST', `${plant}/report/jobs`, owner, { definition: halves, mail: false })
    expect(half.json()).toMatchObject({ code: 'PARAM_ERROR' })
    await made({ ...body, every: 'month' })
    await run()
    const [letter] = sent()
    expect(letter).toMatchObject({ to: 'owner@example.org', content: { subject: '=Lindenhof: Letter' } })
    expect(letter?.attachments?.[0]?.bytes.subarray(0, 4).toString()).toBe('%PDF')
    const [job] = (await request('GET', `${plant}/report/jobs`)).json().data
    expect(job).toMatchObject({ state: 'ready', definition: { kind: 'letter', from: '2026-06-01', to: '2026-06-30' } })
  })
  it('that come due on one morning all leave, however many', async () => {
    const body = { name: 'Daily', every: 'day', definition: pages, recipients: [] }
    for (let n = 0; n < 6; n++) expect((await request('POST', schedules(), owner, body)).statusCode).toBe(200)
    test.clock.nowMs = nowMs + 24 * 3_600_000
    expect(await exporting.runSchedules()).toBe(6)
    const { data, use } = (await request('GET', `${plant}/report/jobs`)).json()
    test.clock.nowMs = nowMs
    expect(data.map(({ state }: { state: string }) => state)).toEqual(Array(6).fill('queued'))
    // What a person orders by hand has its own room.
    expect(use).toMatchObject({ exports: 0, waiting: 0 })
  })
  it('of all plants get theirs in the zone of most of them', async () => {
    const body = { name: 'All', every: 'year', definition: pages }
    const added = await request('POST', 'report/schedules', owner, body)
    expect(added.json()).toMatchObject({ every: 'year', nextAtMs: Date.parse('2027-01-01T05:00:00Z') })
    test.clock.nowMs = Date.parse('2027-01-01T05:00:00Z')
    expect(await exporting.runSchedules()).toBe(1)
    await work(ordered.at(-1) ?? 0)
    await deliver()
    const why = 'You get this email because “All” about all plants is sent to your address by schedule.'
    expect(sent()[0]).toMatchObject({ content: { subject: 'All plants: All', footer: why } })
    test.clock.nowMs = nowMs
    const [job] = (await request('GET', 'report/jobs')).json().data
    expect(job).toMatchObject({ state: 'ready', definition: { from: '2026-01-01', to: '2026-12-31', step: 'month' } })
    expect((await request('GET', `report/jobs/${job.id}/file`, viewer)).statusCode).toBe(404)
    expect((await request('GET', `report/jobs/${job.id}/file`)).rawPayload.subarray(0, 4).toString()).toBe('%PDF')
  })
})
