import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addTestPlant } from '../../testing/app.ts'
import { createImportApp, type ImportApp } from './testing/import-app.ts'

const nowMs = Date.parse('2026-11-28T12:00:00Z')
const makers = new URL('fixtures/makers/', import.meta.url)
const totals = JSON.parse(readFileSync(new URL('totals.json', makers), 'utf8'))
let app: ImportApp

beforeAll(async () => {
  app = await createImportApp(nowMs)
})
afterAll(() => app.test.close())
beforeEach(async () => {
  app.use(await addTestPlant(app.test.db, app.owner.userId, { zone: 'Europe/Berlin', capacityWp: 8_000 }))
})

const upload = async (content: string | Uint8Array, name?: string) => (await app.upload(content, name)).json()
const total = (days: Readonly<Record<string, number>>): number => Object.values(days).reduce((sum, kwh) => sum + kwh, 0)
/** Quarter hours of 0.5 kWh from one hour to another. */
const quarters = (date: string, from: number, to: number, kwh = 0.5, flow = 'yield'): string =>
  [
    `time,${flow} kWh`,
    ...Array.from({ length: (to - from) * 4 }, (_, n) => {
      const minutes = from * 60 + n * 15
      const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
      return `${date} ${clock},${kwh}`
    }),
  ].join('\n')
/** One row a day from the first of May on. */
const daily = (head: string, ...kwh: readonly number[]): string =>
  [`day,${head} kWh`, ...kwh.map((value, n) => `2026-05-${String(n + 1).padStart(2, '0')},${value}`)].join('\n')

describe('files of one layout', () => {
  const [morning, noon, evening] = [
    quarters('2026-05-02', 0, 10),
    quarters('2026-05-02', 8, 14),
    quarters('2026-05-02', 14, 24),
  ]
  it.each([
    ['in their order', [morning, noon, evening]],
    ['in another order', [evening, morning, noon]],
  ])('are one table, and equal rows count once, %s', async (_, contents) => {
    const files = []
    for (const content of contents) files.push(await upload(content))
    const { preview, row } = await app.store(files)
    expect(preview).toMatchObject({ twiceRows: 8, conflictDays: 0, totalsWh: { generation: 48_000 } })
    expect(row).toMatchObject({ state: 'done', energyWh: expect.closeTo(48_000, 3) })
    expect(await app.energies()).toEqual({ '2026-05-02': 48 })
  })
  it('are many: sixty days, each in a file of its own', async () => {
    const files = []
    for (let day = 1; day <= 60; day++) {
      const date = new Date(Date.UTC(2026, 3, day)).toISOString().slice(0, 10)
      files.push(await upload(quarters(date, 0, 24), `${date}.csv`))
    }
    const { preview, row } = await app.store(files)
    expect(preview).toMatchObject({ dayCount: 60, twiceRows: 0, conflictDays: 0 })
    expect(row).toMatchObject({ state: 'done', energyWh: expect.closeTo(60 * 48_000, 0) })
    expect(row.fileNames).toHaveLength(60)
    expect(total(await app.energies())).toBeCloseTo(60 * 48, 3)
  })
  it('that follow each other count across their border', async () => {
    const counter = (day: string, start: number) =>
      ['time,total yield kWh', ...[0, 6, 12, 18].map((hour, n) => `${day} ${hour}:00,${start + n * 2}`)].join('\n')
    const files = [await upload(counter('2026-05-03', 1_008)), await upload(counter('2026-05-02', 1_000))]
    const { preview } = await app.store(files)
    expect(preview.totalsWh.generation).toBeCloseTo(14_000, 3)
    expect(total(await app.energies())).toBeCloseTo(14, 3)
  })
})

describe('files that say different things of one day', () => {
  it('wait for a decision, and count once or add up', async () => {
    const files = [
      await upload(daily('yield', 10, 12, 14), 'south.csv'),
      await upload(daily('yield', 4, 5, 6), 'north.csv'),
    ]
    expect((await app.preview(files)).json()).toMatchObject({ conflictDays: 3 })
    const refused = await app.start(files)
    expect(refused.json()).toMatchObject({ code: 'PARAM_ERROR', detail: { field: 'body.between' } })
    const once = (await app.preview(files, { between: 'once' })).json()
    expect(once).toMatchObject({ totalsWh: { generation: 36_000 }, twiceRows: 3 })
    const { row } = await app.store(files, { between: 'add' })
    expect(row).toMatchObject({
      state: 'done',
      fileNames: ['south.csv', 'north.csv'],
      energyWh: expect.closeTo(51_000, 3),
    })
    expect(await app.energies()).toEqual({ '2026-05-01': 14, '2026-05-02': 17, '2026-05-03': 20 })
  })
  it('add up with different steps', async () => {
    const files = [
      await upload(daily('yield', 10, 12, 14)),
      await upload(quarters('2026-05-02', 6, 18, 1, 'production')),
    ]
    const { preview } = await app.store(files, { between: 'add' })
    expect(preview.refusedWh.generation ?? 0).toBe(0)
    expect(await app.energies()).toEqual({ '2026-05-01': 10, '2026-05-02': 60, '2026-05-03': 14 })
  })
})

describe('files of different layouts', () => {
  it('that overlap count by the finer one, and by the whole day at its edges', async () => {
    const fine = [quarters('2026-05-02', 12, 24), quarters('2026-05-03', 0, 24).split('\n').slice(1).join('\n')].join(
      '\n',
    )
    const files = [await upload(daily('production', 40, 41, 48, 43)), await upload(fine)]
    const { preview } = await app.store(files)
    expect(preview).toMatchObject({ conflictDays: 0, totalsWh: { generation: expect.closeTo(172_000, 3) } })
    // A second before midnight belongs to both days: less than a watt-hour.
    const days = { '2026-05-01': 40, '2026-05-02': 41, '2026-05-03': 48, '2026-05-04': 43 }
    for (const [date, kwh] of Object.entries(await app.energies()))
      expect(kwh).toBeCloseTo(days[date as '2026-05-01'], 2)
  })
  it('of five makers come in at once, each known by itself', async () => {
    const names = ['solarman-daily', 'isolarcloud-month', 'fusionsolar-plant', 'solaredge-chart', 'enphase-report']
    const files = []
    for (const name of names) {
      const file = await upload(readFileSync(new URL(`${name}.csv`, makers)), `${name}.csv`)
      expect([file.format?.id, file.mapping.questions]).toEqual([name, []])
      files.push(file)
    }
    const { preview, row } = await app.store(files, { between: 'add' })
    const generation = names.reduce((sum, name) => sum + (totals[name].generation ?? 0), 0)
    expect(preview.totalsWh.generation / 1000).toBeCloseTo(generation, 1)
    expect(row.energyWh / 1000).toBeCloseTo(generation, 1)
    expect(total(await app.energies())).toBeCloseTo(generation, 1)
  })
})

describe('uploaded files', () => {
  it('are not imported twice, nor those of another plant', async () => {
    const file = await upload(daily('yield', 1, 2, 3))
    const twice = await app.preview([file, file])
    expect(twice.json()).toMatchObject({ code: 'PARAM_ERROR', detail: { field: 'body.files' } })
    const neighbor = await addTestPlant(app.test.db, app.owner.userId)
    for (const call of [app.preview, app.start])
      expect((await call([file], {}, app.owner, neighbor)).statusCode).toBe(404)
    await app.store([file])
    expect((await app.start([file])).statusCode).toBe(404)
  })
  it('give way when there are too many', async () => {
    const first = await upload(daily('yield', 1, 2, 3))
    await app.test.db.pool.query(
      `insert into import_files (plant_id, user_id, name, content, created_at)
       select plant_id, user_id, name, content, created_at from import_files, generate_series(1, 119) where id = $1`,
      [first.id],
    )
    expect((await app.preview([first])).statusCode).toBe(200)
    await upload(daily('yield', 1, 2, 3))
    expect((await app.preview([first])).statusCode).toBe(404)
  })
})
