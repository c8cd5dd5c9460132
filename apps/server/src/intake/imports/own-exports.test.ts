import { buffer } from 'node:stream/consumers'
import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { languageCodes } from '@heliograph/domain/languages.ts'
import type { ExportDefinition } from '@heliograph/domain/plant-export.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readExport } from '../../delivery/exports/read-export.ts'
import { plantDays } from '../../fleet/telemetry/telemetry.ts'
import { archiveEntries } from '../../operator/account-lifecycle/archive-entries.ts'
import {
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  createTestApp,
  type TestApp,
} from '../../testing/app.ts'
import { type ImportFlow, importFlows } from './mapping.ts'
import { house, openFile } from './testing/open-file.ts'

/** A few days, with the one on which the clocks go forward. */
const nowMs = Date.parse('2026-04-02T10:00:00Z')
const fromMs = Date.parse('2026-03-27T00:00:00+01:00')
const FROM_DAY = '2026-03-27'
const ZONE = 'Europe/Berlin'
let test: TestApp
let plant: number
let userId: number

const sun = (atMs: number): number => Math.max(0, Math.sin(((new Date(atMs).getUTCHours() - 5) / 12) * Math.PI))
/** Energies of five minutes, Wh. */
const stepOf = (atMs: number, share: number) => {
  const made = Math.round(share * sun(atMs) * (200 + ((atMs / MINUTE_MS) % 170)))
  const used = 20 + ((atMs / MINUTE_MS) % 31)
  const stored = made > used + 40 ? 30 : made === 0 && (atMs / HOUR_MS) % 3 < 1 ? -10 : 0
  const grid = used - made + stored
  return { made, used, stored, grid }
}

beforeAll(async () => {
  test = await createTestApp(nowMs)
  ;({ userId } = await addTestUser(test, 'owner'))
  plant = await addTestPlant(test.db, userId, { zone: ZONE, capacityWp: 8_000 })
  const counters = [
    'gridImportTotalWh',
    'gridExportTotalWh',
    'batteryChargeTotalWh',
    'batteryDischargeTotalWh',
  ] as const
  const roof = ['pvPowerW', 'generationTotalWh', 'generationTodayWh'] as const
  const devices = [
    await addTestDevice(test.db, plant, {
      quantities: [...roof, ...counters, 'gridPowerW', 'batteryPowerW', 'loadPowerW', 'loadTotalWh'],
      flows: ['generation', 'import', 'export', 'charge', 'discharge', 'load'],
    }),
    await addTestDevice(test.db, plant, { quantities: roof }),
  ]
  for (const [i, device] of devices.entries()) {
    const total = { made: 5e6, used: 7e6, bought: 3e6, sold: 2e6, charged: 1e6, used2: 0, discharged: 9e5 }
    let [day, today] = ['', 0]
    await appendSamples(test.db, device, { fromMs, toMs: nowMs }, (atMs) => {
      const { made, used, stored, grid } = stepOf(atMs, i === 0 ? 1 : 0.4)
      const date = localDate(atMs, ZONE)
      if (date !== day) [day, today] = [date, 0]
      total.made += made
      today += made
      total.used += used
      total.bought += Math.max(0, grid)
      total.sold += Math.max(0, -grid)
      total.charged += Math.max(0, stored)
      total.discharged += Math.max(0, -stored)
      const roof = { pvPowerW: made * 12, generationTotalWh: total.made, generationTodayWh: today }
      if (i === 1) return roof
      return {
        ...roof,
        gridPowerW: grid * 12,
        batteryPowerW: -stored * 12,
        loadPowerW: used * 12,
        loadTotalWh: total.used,
        gridImportTotalWh: total.bought,
        gridExportTotalWh: total.sold,
        batteryChargeTotalWh: total.charged,
        batteryDischargeTotalWh: total.discharged,
      }
    })
  }
})
afterAll(() => test.close())

const base: ExportDefinition = {
  kind: 'statistics',
  step: 'day',
  from: FROM_DAY,
  to: '2026-04-01',
  deviceIds: [],
  quantities: [],
  fileType: 'csv',
  zone: 'plant',
  separator: ',',
  decimalMark: '.',
  language: 'en',
}
const read = async (definition: Partial<ExportDefinition>): Promise<Uint8Array> =>
  buffer(
    await readExport(test.db, {
      plantId: plant,
      userId,
      organizationId: null,
      definition: { ...base, ...definition },
      nowMs,
      host: 'localhost',
      publicUrl: 'http://localhost',
    }),
  )

type Row = Readonly<Record<string, number | string | null>>
type Energies = Partial<Record<ImportFlow, number>>
const rowsOf = async (definition: Partial<ExportDefinition>): Promise<readonly Row[]> =>
  JSON.parse(new TextDecoder().decode(await read({ ...definition, fileType: 'json' }))).rows
const sum = (rows: readonly Row[], id: string, toKwh: (value: number) => number): number =>
  rows.reduce((all, row) => all + (row[id] === null ? 0 : toKwh(Number(row[id]))), 0)

const flowOf: Readonly<Record<string, ImportFlow>> = {
  generation: 'generation',
  consumption: 'load',
  import: 'import',
  export: 'export',
  charge: 'charge',
  discharge: 'discharge',
}
const countStatistics = (rows: readonly Row[]): Energies =>
  Object.fromEntries(Object.entries(flowOf).map(([id, flow]) => [flow, sum(rows, id, (kwh) => kwh)]))
const countPower =
  (hours: number) =>
  (rows: readonly Row[]): Energies => ({
    generation: sum(rows, 'pvW', (w) => (w * hours) / 1000),
    load: sum(rows, 'loadW', (w) => (w * hours) / 1000),
    import: sum(rows, 'gridW', (w) => (Math.max(0, w) * hours) / 1000),
    export: sum(rows, 'gridW', (w) => (Math.max(0, -w) * hours) / 1000),
    charge: sum(rows, 'batteryW', (w) => (Math.max(0, -w) * hours) / 1000),
    discharge: sum(rows, 'batteryW', (w) => (Math.max(0, w) * hours) / 1000),
  })
const flowOfCounter: Partial<Record<QuantityId, ImportFlow>> = {
  generationTotalWh: 'generation',
  generationTodayWh: 'generation',
  loadTotalWh: 'load',
  gridImportTotalWh: 'import',
  gridExportTotalWh: 'export',
  batteryChargeTotalWh: 'charge',
  batteryDischargeTotalWh: 'discharge',
}
/** Of each device the last reading less the first, of steps their energies. */
const countPoints =
  (quantities: readonly QuantityId[], isReading: boolean) =>
  (rows: readonly Row[]): Energies => {
    const found: Energies = {}
    for (const id of quantities) {
      const flow = flowOfCounter[id]
      if (flow === undefined) continue
      for (const serial of new Set(rows.map((row) => row.serial))) {
        const own = rows.filter((row) => row.serial === serial && row[id] !== null)
        const values = own.map((row) => Number(row[id]))
        if (values.length === 0) continue
        // What is read last on each day.
        const days = new Map(own.map((row) => [String(row.time).slice(0, 10), Number(row[id])]))
        const parts = isReading && id.endsWith('TodayWh') ? [...days.values()] : values
        const isCounter = isReading && id.endsWith('TotalWh')
        const wh = isCounter ? (values.at(-1) ?? 0) - (values[0] ?? 0) : parts.reduce((all, one) => all + one, 0)
        found[flow] = (found[flow] ?? 0) + wh / 1000
      }
    }
    return found
  }

type Kind = Readonly<{ definition: Partial<ExportDefinition>; count: (rows: readonly Row[]) => Energies }>
const totals: readonly QuantityId[] = [
  'generationTotalWh',
  'loadTotalWh',
  'gridImportTotalWh',
  'gridExportTotalWh',
  'batteryChargeTotalWh',
  'batteryDischargeTotalWh',
]
const points = (step: 'sample' | 'hour' | 'day' | 'month', quantities: readonly QuantityId[]): Kind => ({
  definition: { kind: 'points', step, quantities, ...(step === 'month' ? { from: '2026-03-01' } : {}) },
  count: countPoints(quantities, step === 'sample'),
})
const kinds: Readonly<Record<string, Kind>> = {
  days: { definition: {}, count: countStatistics },
  months: { definition: { step: 'month' }, count: countStatistics },
  years: { definition: { step: 'year' }, count: countStatistics },
  'power every 5 minutes': { definition: { kind: 'power', step: '5min' }, count: countPower(1 / 12) },
  'power of hours': { definition: { kind: 'power', step: 'hour' }, count: countPower(1) },
  'every reading': points('sample', totals),
  'every reading of the panels': points('sample', ['pvPowerW', 'generationTotalWh']),
  'every reading of counters of the day': points('sample', ['generationTodayWh']),
  'energies of hours': points('hour', totals),
  'energies of days': points('day', totals),
  'energies of months': points('month', totals),
}

const styles: readonly Partial<ExportDefinition>[] = [
  { separator: ',', decimalMark: '.' },
  { separator: ';', decimalMark: ',' },
  { separator: '\t', decimalMark: ',' },
  { separator: ';', decimalMark: '.', zone: 'UTC' },
  { separator: ',', decimalMark: ',' },
  { fileType: 'xlsx' },
  { fileType: 'xlsx', zone: 'UTC' },
  { fileType: 'json' },
  { fileType: 'json', zone: 'UTC' },
]
/** Each language in another style, all of them in the long form. */
const isLong = process.env.LONG_PROOFS === '1'
const stylesOf = (kind: number, language: number) =>
  isLong ? styles : [styles[(kind * 5 + language) % styles.length] as Partial<ExportDefinition>]

it.each(Object.entries(kinds))('%s come back to the Wh in all languages', { timeout: 600_000 }, async (name, kind) => {
  const wrong: string[] = []
  const right = kind.count(await rowsOf(kind.definition))
  for (const [n, language] of languageCodes.entries())
    for (const style of stylesOf(Object.keys(kinds).indexOf(name), n)) {
      const bytes = await read({ ...kind.definition, ...style, language })
      const about = [language, ...Object.values(style)].join(' ')
      const found = await openFile(bytes, { plant: { ...house, zone: ZONE, nowMs } }).catch(() => undefined)
      const { questions = [] } = found?.mapping ?? {}
      for (const { kind: question, column } of questions) wrong.push(`${about}: asks for ${question} of ${column}`)
      for (const flow of importFlows) {
        const [own = 0, back = 0] = [right[flow], found?.kwh[flow]]
        if (Math.abs(own - back) > 0.001) wrong.push(`${about}: ${flow} ${own} is read as ${back}`)
      }
    }
  expect(wrong).toEqual([])
})

it('the archive of an account comes back by its days', async () => {
  const signal = new AbortController().signal
  const files: Record<string, Uint8Array> = {}
  const order = { userId, scope: ['telemetry' as const], nowMs, signal, onProgress: async () => {} }
  for await (const { name, content } of archiveEntries(test.db, order)) files[name] = await buffer(content)
  const { kwh, mapping, format } = await openFile(zipSync(files), { plant: { ...house, zone: ZONE, nowMs } })
  expect([format?.id, mapping.questions]).toEqual(['heliograph-days', []])
  const days = await plantDays(test.db, plant, FROM_DAY, '9999-12-31')
  for (const flow of importFlows)
    expect(kwh[flow]).toBeCloseTo(days.reduce((sum, { energy }) => sum + (energy[flow] ?? 0), 0) / 1000, 3)
})
