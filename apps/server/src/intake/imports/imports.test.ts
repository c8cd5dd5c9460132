import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import type { ExportDefinition } from '@heliograph/domain/plant-export.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readExport } from '../../delivery/exports/read-export.ts'
import { plantDay } from '../../fleet/plants/plants.ts'
import { plantDays } from '../../fleet/telemetry/telemetry.ts'
import { importLimits } from '../../platform/tables/import-table.ts'
import { addMember, addTestDevice, addTestPlant, addTestUser, appendSamples } from '../../testing/app.ts'
import { saveMapping } from './saved-mappings.ts'
import { createImportApp, type ImportApp } from './testing/import-app.ts'
import { cell, row, writeWorkbook } from './testing/write-workbook.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const fixture = new URL(
  '../../../../../packages/domain/src/fixtures/measured/serf_east_ac_15min_2016-07.csv',
  import.meta.url,
)
let imports: ImportApp
let test: ImportApp['test']
let plant: number
let owner: ImportApp['owner']
let viewer: typeof owner
let stranger: typeof owner
let neighbors: number
let request: ImportApp['request']
let start: ImportApp['start']

beforeAll(async () => {
  imports = await createImportApp(nowMs)
  ;({ test, owner, request, start } = imports)
  viewer = await addTestUser(test, 'viewer')
  stranger = await addTestUser(test, 'stranger')
  neighbors = await addTestPlant(test.db, stranger.userId)
})
beforeEach(async () => {
  imports.ordered.length = 0
  plant = await addTestPlant(test.db, owner.userId, { zone: 'America/Denver', capacityWp: 6_000 })
  imports.use(plant)
  await addMember(test.db, plant, viewer.userId, 'viewer')
})
afterAll(() => test.close())

const upload = (content: string | Uint8Array, by = owner, id = plant) => imports.upload(content, 'roof.csv', by, id)
const preview = async (id: number, mapping: object) => imports.preview([{ id, mapping }])
const store = (id: number, mapping: object) => imports.store([{ id, mapping }])
const energyOf = async (date: string) => (await plantDays(test.db, plant, date, date))[0]?.energy.generation ?? null

const anyColumn = {
  name: null,
  flow: 'generation',
  form: 'energy',
  unit: 'kWh',
  signs: 'positive',
  decimalMark: '.',
}

describe('an import', () => {
  it('of a measured file adds its days, shows them, and is undone as a whole', async () => {
    // Ten days of the file: Mountain time, with a plant that observes daylight saving.
    const text = readFileSync(fixture, 'utf8').split('\n').slice(0, 961).join('\n')
    const uploaded = (await upload(text)).json()
    expect(uploaded).toMatchObject({ heads: ['time_utc', 'ac_power_w'], rowCount: 960 })
    const { id: fileId, mapping } = uploaded
    const { id, preview, row } = await store(fileId, mapping)
    expect(preview).toMatchObject({ unread: [], leftOutRows: 0, sharedDays: 0, stepMs: 900_000, dayCount: 11 })
    expect(imports.ordered).toEqual([id])
    expect(row).toMatchObject({ id, state: 'done', fileNames: ['roof.csv'], failure: null })
    expect(row.energyWh).toBeCloseTo(preview.totalsWh.generation, 3)
    for (const { date, energiesWh } of preview.days)
      expect([date, (await energyOf(date)) ?? 0]).toEqual([date, expect.closeTo(energiesWh.generation, 0)])
    const [noon] = await plantDays(test.db, plant, '2016-07-04', '2016-07-04')
    expect(noon?.fromPower?.generation).toBe(noon?.energy.generation)
    // A day without the import is not a day on which a device is missing.
    const { points } = await plantDay(test.db, plant, '2016-07-04', nowMs)
    expect(Math.max(...points.map(({ pvW }) => pvW ?? 0))).toBeGreaterThan(3_000)
    expect((await request('DELETE', `/${id}`)).statusCode).toBe(200)
    await imports.recount()
    expect(await energyOf('2016-07-04')).toBeNull()
    expect((await request('GET')).json().data).toEqual([])
    expect(await test.db.kysely.selectFrom('devices').selectAll().where('plant_id', '=', plant).execute()).toEqual([])
  })
  it("leaves days with the devices' own data alone, unless it is another device", async () => {
    const device = await addTestDevice(test.db, plant, { quantities: ['generationTotalWh'] })
    const noon = Date.parse('2026-05-02T18:00:00Z')
    await appendSamples(test.db, device, { fromMs: noon, toMs: noon + 7_200_000 }, (atMs) => ({
      generationTotalWh: 1e6 + (atMs - noon) / 3600,
    }))
    const before = await energyOf('2026-05-02')
    const { id, mapping } = (await upload('day,yield kWh\n2026-05-01,5\n2026-05-02,6\n2026-05-03,7\n')).json()
    const columns = [{ ...anyColumn, column: 1 }]
    const previewed = await preview(id, { ...mapping, columns })
    expect(previewed.json()).toMatchObject({
      sharedDays: 1,
      differingDays: 1,
      leftOutRows: 1,
      totalsWh: { generation: 12_000 },
    })
    expect(previewed.json().differences).toEqual([
      { date: '2026-05-02', flow: 'generation', fileWh: 6_000, plantWh: before ?? 0 },
    ])
    const added = await imports.preview([{ id, mapping: { ...mapping, columns } }], { overlap: 'add' })
    expect(added.json()).toMatchObject({ sharedDays: 1, leftOutRows: 0, totalsWh: { generation: 18_000 } })
    await store(id, { ...mapping, columns })
    // The preview, the list and the plant say one figure.
    const [row] = (await request('GET')).json().data
    expect(row.energyWh).toBeCloseTo(12_000, 3)
    const [{ afterWh }] = previewed
      .json()
      .months.map(({ flows }: { flows: { generation: object } }) => flows.generation)
    const days = await plantDays(test.db, plant, '2026-05-01', '2026-05-31')
    expect(days.reduce((sum, { energy }) => sum + (energy.generation ?? 0), 0)).toBeCloseTo(afterWh, 3)
    expect([await energyOf('2026-05-01'), await energyOf('2026-05-02'), await energyOf('2026-05-03')]).toEqual([
      expect.closeTo(5_000, 3),
      before,
      expect.closeTo(7_000, 3),
    ])
  })
  it('says which values it left out, before and after', async () => {
    const rows = ['2026-05-01 10:00,2000,300', '2026-05-01 11:00,-127000,-15', '2026-05-01 12:00,-2,500']
    const { id, mapping } = (await upload(`time,pv W,load W\n${rows.join('\n')}\n`)).json()
    const leftOutValues = [{ file: 0, column: 'pv W', count: 1, value: '-127000', line: 3 }]
    const found = await store(id, mapping)
    expect(found.preview).toMatchObject({ unread: [], leftOutValues, totalsWh: { generation: 2_000, load: 800 } })
    expect(found.row).toMatchObject({ state: 'done', leftOutValues })
  })
  it('of several flows is known by what was produced', async () => {
    const { id, mapping } = (await upload('day,yield kWh,bought kWh\n2026-05-01,5,3\n2026-05-02,6,4\n')).json()
    const columns = [
      { ...anyColumn, column: 1 },
      { ...anyColumn, column: 2, flow: 'import' },
    ]
    await store(id, { ...mapping, columns })
    expect((await request('GET')).json().data).toMatchObject([{ state: 'done', energyWh: expect.closeTo(11_000, 3) }])
  })

  it('reads a workbook that an export wrote', async () => {
    const lines = Array.from({ length: 24 }, (_, n) => `2026-05-01 ${String(n).padStart(2, '0')}:00,${n}`)
    const first = (await upload(`time,power W\n${lines.join('\n')}\n`)).json()
    await store(first.id, first.mapping)
    const definition: ExportDefinition = {
      kind: 'power',
      step: 'hour',
      from: '2026-05-01',
      to: '2026-05-01',
      deviceIds: [],
      quantities: [],
      fileType: 'xlsx',
      zone: 'UTC',
      separator: ',',
      decimalMark: '.',
      language: 'en',
    }
    const content = await readExport(test.db, {
      plantId: plant,
      userId: 0,
      organizationId: null,
      definition,
      nowMs,
      host: 'localhost',
      publicUrl: 'http://localhost',
    })
    const { heads, mapping, rowCount } = (await upload(await buffer(content as AsyncIterable<Uint8Array>))).json()
    expect(heads.slice(0, 2)).toEqual(['Time (UTC)', 'Production (W)'])
    expect(rowCount).toBe(24)
    expect(mapping).toMatchObject({ timeColumn: 0, zone: 'UTC', timeFormat: 'iso' })
    expect(mapping.columns).toMatchObject([{ column: 1, flow: 'generation', form: 'power', unit: 'W' }])
  })
})

describe('a file', () => {
  const oneCell = (place: string) =>
    writeWorkbook({ sheets: [{ name: 'A', xml: row(1, cell('', 'x').replace('<c', `<c r="${place}"`)) }] })
  const bomb = () => writeWorkbook({ sheets: [{ name: 'A', xml: ' '.repeat(importLimits.unpackedBytes + 1) }] })
  it.each([
    ['without a table', () => 'nothing here', 'noTimes'],
    ['of an old Excel', () => new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'oldWorkbook'],
    ['with zeros', () => new Uint8Array([1, 0, 2]), 'noCsv'],
    ['that is no workbook', () => new Uint8Array([0x50, 0x4b, 3, 4, 9, 9]), 'noWorkbook'],
    ['that unpacks to more than it may', bomb, 'tooLarge'],
    ['with a cell beyond every sheet', () => oneCell('ZZZZZZ99999999999'), 'noWorkbook'],
    ['with a row beyond every sheet', () => oneCell('A1048577'), 'noWorkbook'],
    ['with a cell in the last column of all', () => oneCell('XFD1048576'), 'tooManyColumns'],
    ['of one cell at the bottom', () => oneCell('A1048576'), 'noTimes'],
  ])('%s is refused with the reason', async (_, content, reason) => {
    const reply = await upload(content())
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { code: 'IMPORT_UNREADABLE', detail: { reason } }])
  })
  it('is mapped only to its own columns, each once', async () => {
    const { id, mapping } = (await upload('time,power W\n2026-05-01,5\n2026-05-02,6\n')).json()
    const column = { ...anyColumn, column: 1, form: 'power', unit: 'W' }
    const wrong = [{ column: 7 }, { unit: 'kWh' }, { name: 'A' }, { signs: 'both' }, { form: 'total', signs: 'both' }]
    for (const columns of [[], [column, column], ...wrong.map((one) => [{ ...column, ...one }])]) {
      const reply = await preview(id, { ...mapping, columns })
      expect(reply.json()).toMatchObject({ code: 'PARAM_ERROR', detail: { field: 'body.files.0.mapping.columns' } })
    }
  })
  it('is not imported where most of its rows cannot be read', async () => {
    const days = ['2026-05-01', '2026-05-02', '2027-05-03', '2027-05-04', '2027-05-05']
    const { id, mapping } = (
      await upload(`day,yield kWh\n${days.map((day, n) => `${day},${n + 5}`).join('\n')}\n`)
    ).json()
    const previewed = (await preview(id, mapping)).json()
    expect(previewed).toMatchObject({
      files: [{ isMostUnread: true }],
      unread: [{ reason: 'future', count: 3, line: 4 }],
    })
    const reply = await start([{ id, mapping }])
    expect(reply.json()).toMatchObject({ code: 'IMPORT_UNREADABLE', detail: { reason: 'mostUnread' } })
    expect(imports.ordered).toEqual([])
  })
  it('waits for what it leaves open', async () => {
    const { id, mapping } = (await upload('20260501,5001\n20260502,6001\n20260503,6500\n')).json()
    expect(mapping.questions).toMatchObject([{ kind: 'flow', column: 1 }])
    const refused = await start([{ id, mapping }])
    expect(refused.json()).toMatchObject({ code: 'PARAM_ERROR', detail: { field: 'body.files.0.mapping.questions' } })
    expect((await start([{ id, mapping: { ...mapping, questions: [] } }])).statusCode).toBe(200)
  })
  it('is opened again with another heading', async () => {
    const text = 'Yield of my house,kWh\nday,south kWh\n2026-05-01,5\n2026-05-02,6\n'
    const first = (await upload(text)).json()
    const moved = (await request('POST', `/${first.id}/table`, { sheet: 0, headLine: 1 })).json()
    expect([first.id, moved.heads]).toEqual([moved.id, ['Yield of my house day', 'kWh south kWh']])
    const missing = await request('POST', `/${first.id}/table`, { sheet: 3, headLine: 1 })
    expect(missing.json()).toMatchObject({ code: 'IMPORT_UNREADABLE' })
  })
  it('is of its plant, and for who may edit it', async () => {
    const { id, mapping } = (await upload('time,power W\n2026-05-01,5\n2026-05-02,6\n')).json()
    expect((await upload('time,power W\n2026-05-01,5\n', viewer)).statusCode).toBe(403)
    expect((await upload('time,power W\n2026-05-01,5\n', stranger)).statusCode).toBe(404)
    const own = await addTestPlant(test.db, stranger.userId)
    const file = [{ id, mapping }]
    expect((await imports.preview(file, {}, stranger, own)).statusCode).toBe(404)
    expect((await start(file, {}, stranger, own)).statusCode).toBe(404)
    const { id: importId } = (await start(file)).json()
    expect((await request('POST', `/${id}/table`, { sheet: 0, headLine: 1 }, stranger, own)).statusCode).toBe(404)
    expect((await request('DELETE', `/${importId}`, undefined, stranger, own)).statusCode).toBe(404)
  })
})

describe('a mapping that a person made', () => {
  const file = (month: string) =>
    `day,a kWh,b kWh\n${[1, 2, 3].map((day) => `2026-${month}-0${day},${day},${day + 1}`).join('\n')}\n`
  const columns = [
    { ...anyColumn, column: 1, flow: 'export' },
    { ...anyColumn, column: 2, flow: 'import' },
  ]
  const importAs = async (changed: object, by = owner, id = plant) => {
    const uploaded = (await upload(file('03'), by, id)).json()
    const mapping = { ...uploaded.mapping, questions: [], columns, ...changed }
    return (await start([{ id: uploaded.id, mapping }], {}, by, id)).statusCode
  }

  it('is offered for the next file of the same headings', async () => {
    expect((await upload(file('02'))).json().saved).toBeNull()
    expect(await importAs({})).toBe(200)
    const next = (await upload(`of the roof\n\n${file('04')}`)).json()
    expect(next.mapping.headLine).toBe(3)
    expect(next.saved).toEqual({ ...next.mapping, columns, questions: [] })
    expect((await upload(file('04').replace('a kWh', 'c kWh'))).json().saved).toBeNull()
  })
  it('keeps the zone of the next plant, unless it is a zone of its own', async () => {
    const other = await addTestPlant(test.db, owner.userId, { zone: 'Asia/Tokyo', capacityWp: 6_000 })
    await importAs({ zone: 'America/Denver' })
    expect((await upload(file('04'), owner, other)).json().saved.zone).toBe('Asia/Tokyo')
    await importAs({ zone: 'UTC' })
    expect((await upload(file('04'), owner, other)).json().saved.zone).toBe('UTC')
  })
  it('belongs to one person and ends with the account', async () => {
    await importAs({})
    const editor = await addTestUser(test, 'mapping.editor')
    await addMember(test.db, plant, editor.userId, 'admin')
    expect((await upload(file('04'), stranger, neighbors)).json().saved).toBeNull()
    expect((await upload(file('04'), stranger)).statusCode).toBe(404)
    expect((await upload(file('04'), editor)).json().saved).toBeNull()
    expect(await importAs({}, editor)).toBe(200)
    await test.db.kysely.deleteFrom('users').where('id', '=', editor.userId).execute()
    const rows = await test.db.kysely.selectFrom('import_mappings').select('user_id').execute()
    expect(new Set(rows.map((row) => row.user_id))).toEqual(new Set([owner.userId]))
  })
  it('is one of the fifty that were used last', async () => {
    const { mapping } = (await upload(file('02'))).json()
    for (let n = 0; n < 52; n++) {
      const saved = { mapping, plantZone: 'UTC', nowMs: nowMs + n * 1_000 }
      await saveMapping(test.db.kysely, owner.userId, [`heading ${n}`], saved)
    }
    const { count } = await test.db.kysely
      .selectFrom('import_mappings')
      .select((query) => query.fn.countAll<number>().as('count'))
      .where('user_id', '=', owner.userId)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(50)
  })
})

it('a file of a known maker says so', async () => {
  const content = readFileSync(new URL('fixtures/makers/isolarcloud-month.csv', import.meta.url))
  const { format, mapping } = (await upload(content)).json()
  expect(format).toEqual({ id: 'isolarcloud-month', maker: 'Sungrow iSolarCloud', variant: 'Monthly report' })
  expect(mapping.questions).toEqual([])
  expect((await upload('day,yield kWh\n2026-05-01,5\n2026-05-02,6\n')).json().format).toBeNull()
})

describe('the best and the worst day of a file', () => {
  const file = ['2026-06-01,3', '2026-06-02,33', '2026-06-03,20', '2026-06-04,12', '2026-06-05,4', ''].join('\n')
  const previewFor = async (capacityWp: number) => {
    const id = await addTestPlant(test.db, owner.userId, { zone: 'America/Denver', capacityWp })
    const uploaded = (await upload(`day,yield kWh\n${file}`, owner, id)).json()
    return (await imports.preview([uploaded], {}, owner, id)).json()
  }
  it('stand beside what the modules could make', async () => {
    const { best, worst } = await previewFor(6_000)
    expect([best.date, worst.date]).toEqual(['2026-06-02', '2026-06-04'])
    expect(best.possibleWh).toBeGreaterThan(25_000)
    expect(best.possibleWh).toBeLessThan(60_000)
  })
})
