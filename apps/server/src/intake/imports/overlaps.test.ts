import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { plantDay } from '../../fleet/plants/plants.ts'
import { addTestDevice, addTestPlant, appendSamples } from '../../testing/app.ts'
import { readDeviceMetas } from '../ingest/ingest.ts'
import type { Overlap } from './mapping.ts'
import { createImportApp, type ImportApp } from './testing/import-app.ts'

const HOUR = 3_600_000
const nowMs = Date.parse('2026-06-15T10:00:00Z')
let app: ImportApp
let plant: number
let device: Awaited<ReturnType<typeof addTestDevice>>

beforeAll(async () => {
  app = await createImportApp(nowMs)
})
afterAll(() => app.test.close())
beforeEach(async () => {
  plant = await addTestPlant(app.test.db, app.owner.userId, { zone: 'UTC', capacityWp: 6_000 })
  app.use(plant)
  device = await addTestDevice(app.test.db, plant, { quantities: ['generationTotalWh', 'pvPowerW'] })
  // The logger came at noon of May 2: 1 kWh an hour until the evening, and from the next morning on.
  await live('2026-05-02', 12, 18, 0)
  await live('2026-05-03', 6, 18, 6_000)
})

const live = async (date: string, fromHour: number, toHour: number, startWh: number) => {
  // As ingest knows it by then.
  const metas = await readDeviceMetas(app.test.db, plant)
  const known = metas.find(({ deviceId }) => deviceId === device.deviceId) ?? device
  const fromMs = Date.parse(`${date}T00:00:00Z`) + fromHour * HOUR
  await appendSamples(app.test.db, known, { fromMs, toMs: fromMs + (toHour - fromHour) * HOUR + 1 }, (atMs) => ({
    generationTotalWh: 1e6 + startWh + (atMs - fromMs) / 3600,
    pvPowerW: 1_000,
  }))
}
/** Two kWh an hour from 6:00 to 18:00. */
const hourly = (...dates: readonly string[]): string =>
  ['time,yield kWh', ...dates.flatMap((date) => hours(6, 18).map((hour) => `${date} ${hour}:00,2`))].join('\n')
const hours = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from }, (_, n) => String(from + n).padStart(2, '0'))

const importAs = async (file: string, overlap: Overlap) => {
  const { id: fileId, mapping } = (await app.upload(file)).json()
  const columns = [{ ...column, column: 1 }]
  const { id, preview, row } = await app.store([{ id: fileId, mapping: { ...mapping, columns } }], { overlap })
  expect(row).toMatchObject({ id, state: 'done' })
  return { id, preview, row }
}
const column = { name: null, flow: 'generation', form: 'energy', unit: 'kWh', signs: 'positive', decimalMark: '.' }
/** Everything that the devices of the plant sent. */
const samples = async (): Promise<readonly string[]> => {
  const { rows } = await app.test.db.pool.query<{ row: string }>(
    `select s::text as row from samples s where plant_id = $1 and device_id = $2 order by at`,
    [plant, device.deviceId],
  )
  return rows.map(({ row }) => row)
}

describe('an import beside data of the plant', () => {
  const file = hourly('2026-05-01', '2026-05-02', '2026-05-03')
  const before = { '2026-05-02': 6, '2026-05-03': 12 }
  it.each([
    ['keep', { '2026-05-01': 24, '2026-05-02': 6, '2026-05-03': 12 }],
    ['replace', { '2026-05-01': 24, '2026-05-02': 24, '2026-05-03': 24 }],
    // The hours before the logger came, and none of the others.
    ['fill', { '2026-05-01': 24, '2026-05-02': 18, '2026-05-03': 12 }],
    ['add', { '2026-05-01': 24, '2026-05-02': 30, '2026-05-03': 36 }],
  ] as const)('can %s it, and gives it back when it is undone', async (overlap, after) => {
    const own = await samples()
    expect(await app.energies()).toEqual(before)
    const { id, preview, row } = await importAs(file, overlap)
    expect(await app.energies()).toEqual(after)
    const sum = Object.values(after).reduce((all, kwh) => all + kwh, 0)
    expect(preview.months).toMatchObject([
      {
        flows: {
          generation: {
            fileWh: 72_000,
            plantWh: expect.closeTo(18_000, -1),
            afterWh: expect.closeTo(sum * 1000, -1),
          },
        },
      },
    ])
    expect(row.energyWh).toBeCloseTo(preview.totalsWh.generation, 3)
    await app.recount()
    expect(await app.energies()).toEqual(after)
    expect(await samples()).toEqual(own)
    expect((await app.request('DELETE', `/${id}`)).statusCode).toBe(200)
    await app.recount()
    expect(await app.energies()).toEqual(before)
    expect(await samples()).toEqual(own)
  })
})

describe('an import that replaces days', () => {
  it('leaves data alone that came in the meantime', async () => {
    const { id } = await importAs(hourly('2026-05-02', '2026-05-03'), 'replace')
    await live('2026-05-03', 19, 20, 18_000)
    await live('2026-05-04', 6, 18, 19_000)
    expect(await app.energies()).toEqual({ '2026-05-02': 24, '2026-05-03': 24, '2026-05-04': 12 })
    await app.request('DELETE', `/${id}`)
    await app.recount()
    expect(await app.energies()).toEqual({ '2026-05-02': 6, '2026-05-03': 13, '2026-05-04': 12 })
  })
  it('draws the curve of the day alone', async () => {
    await importAs(hourly('2026-05-03'), 'replace')
    const { points } = await plantDay(app.test.db, plant, '2026-05-03', nowMs)
    const powers = points.flatMap(({ pvW }) => (pvW ? [pvW] : []))
    expect([powers.length > 8, Math.max(...powers)]).toEqual([true, 2_000])
  })
  it('keeps a day of which the file has only a part at its edge', async () => {
    const file = [
      'time,yield kWh',
      ...hours(6, 18).map((hour) => `2026-05-02 ${hour}:00,2`),
      '2026-05-03 06:00,2',
    ].join('\n')
    await importAs(file, 'replace')
    expect(await app.energies()).toEqual({ '2026-05-02': 24, '2026-05-03': 12 })
  })
  it('is replaced by a later one, and stands again without it', async () => {
    await importAs(hourly('2026-05-03'), 'replace')
    const { id } = await importAs('day,yield kWh\n2026-05-03,30\n2026-05-04,32\n2026-05-05,31\n', 'replace')
    expect(await app.energies()).toMatchObject({ '2026-05-03': 30, '2026-05-05': 31 })
    await app.request('DELETE', `/${id}`)
    await app.recount()
    expect(await app.energies()).toEqual({ '2026-05-02': 6, '2026-05-03': 24 })
  })
  it('replaces only the kinds of energy that the file has', async () => {
    const file = 'day,bought kWh\n2026-05-03,30\n2026-05-04,31\n'
    const { id, mapping } = (await app.upload(file)).json()
    const columns = [{ ...column, column: 1, flow: 'import' }]
    await app.store([{ id, mapping: { ...mapping, columns } }], { overlap: 'replace' })
    expect(await app.energies()).toEqual({ '2026-05-02': 6, '2026-05-03': 12 })
    expect(await app.energies('import')).toEqual({ '2026-05-03': 30, '2026-05-04': 31 })
  })
})
