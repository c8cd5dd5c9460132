import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plantDays } from '../../fleet/telemetry/telemetry.ts'
import { addTestPlant } from '../../testing/app.ts'
import type { ImportFlow } from './mapping.ts'
import { createImportApp, type ImportApp } from './testing/import-app.ts'

/** Every file that the tests of the engine read, and some that no maker would write: one figure in all places. */
const folder = new URL('fixtures/', import.meta.url)
type Given = Readonly<{ name: string; content: string | Uint8Array }>
const fixtures: readonly Given[] = ['', 'makers/', 'other-makers/'].flatMap((at) =>
  readdirSync(new URL(at, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'totals.json')
    .map(({ name }) => ({ name: `${at}${name}`, content: readFileSync(new URL(`${at}${name}`, folder)) })),
)
const two = (n: number): string => String(n).padStart(2, '0')
const range = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n)
const nasty: readonly Given[] = [
  {
    name: 'the hour that occurs twice',
    content: ['time,yield kWh', ...[0, 1, 2, 2, 3, 4, 5, 6].map((h, n) => `2025-10-26 ${two(h)}:00,${n + 1}`)].join(
      '\n',
    ),
  },
  {
    name: 'the hour that is missing',
    content: ['time,power W', ...[0, 1, 3, 4, 5, 6].map((h) => `2026-03-29 ${two(h)}:00,${500 * h}`)].join('\n'),
  },
  {
    name: 'a meter that was replaced',
    content: [
      'time,import counter kWh',
      ...range(48).map((n) => `2026-05-0${1 + Math.floor(n / 24)} ${two(n % 24)}:00,${n < 30 ? 9000 + n : n - 30}`),
    ].join('\n'),
  },
  {
    name: 'a counter that jumps by more than the plant can make',
    content: [
      'time,total yield kWh',
      ...range(24).map((n) => `2026-05-01 ${two(n)}:00,${5000 + n / 4 + (n > 12 ? 700 : 0)}`),
    ].join('\n'),
  },
  {
    name: 'values that nothing can have measured',
    content: [
      'time,pv W,load W',
      ...range(24).map((n) => `2026-05-01 ${two(n)}:00,${n === 9 ? -127000 : 100 * n},${n === 4 ? 'n/a' : 300}`),
    ].join('\n'),
  },
  {
    name: 'gaps of days',
    content: [
      'time,power W',
      ...[1, 2, 5, 9, 10].flatMap((d) => range(24).map((h) => `2026-05-${two(d)} ${two(h)}:00,${40 * h}`)),
    ].join('\n'),
  },
  {
    name: 'a counter with days between its readings',
    content: [
      'day,meter reading import kWh',
      ...[1, 4, 5, 12, 13, 20, 30].map((d) => `2026-05-${two(d)},${4000 + 7 * d}`),
    ].join('\n'),
  },
  {
    name: 'readings that end in the future',
    content: ['time,yield kWh', ...range(20).map((n) => `2026-11-28 ${two(n)}:00,0.5`)].join('\n'),
  },
  {
    name: 'months of years',
    content: [
      'month,yield kWh,bought kWh',
      ...range(30).map(
        (n) => `${2023 + Math.floor(n / 12)}-${two((n % 12) + 1)},${200 + 17 * (n % 7)},${90 - (n % 5)}`,
      ),
    ].join('\n'),
  },
  {
    name: 'both signs in a day',
    content: [
      'time,grid kWh,pv kWh',
      ...range(24).map(
        (h) => `2026-05-01 ${two(h)}:00,${h > 6 && h < 18 ? -0.75 : 0.333},${h > 6 && h < 18 ? 1.25 : 0}`,
      ),
    ].join('\n'),
  },
]

const nowMs = Date.parse('2026-11-28T12:00:00Z')
let app: ImportApp

beforeAll(async () => {
  app = await createImportApp(nowMs)
})
afterAll(() => app.test.close())

/** Wh by which two places may differ: a second of the last hour of a day counts on the next one. */
const NEAR_WH = 2
const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= NEAR_WH + Math.abs(b) * 1e-6

/** What a file is said to hold in one place and not in another. */
async function listDifferences({ name, content }: Given): Promise<readonly string[]> {
  const { test, owner } = app
  const plant = await addTestPlant(test.db, owner.userId, { zone: 'Europe/Berlin', capacityWp: 8_000 })
  const uploaded = (await app.upload(content, 'file.csv', owner, plant)).json()
  // Proposals are taken as they are.
  const files = [{ id: uploaded.id, mapping: { ...uploaded.mapping, questions: [] } }]
  const preview = (await app.preview(files, {}, owner, plant)).json()
  const started = await app.start(files, {}, owner, plant)
  if (started.statusCode !== 200) return [`${name}: ${started.body}`]
  await app.work(started.json().id)
  const [row] = (await app.request('GET', '', undefined, owner, plant)).json().data
  if (row?.state !== 'done') return [`${name}: ${row?.failure}`]
  const days = await plantDays(test.db, plant, '0001-01-01', '9999-12-31')
  const found: string[] = []
  const compare = (place: string, said: number, is: number): void => {
    if (!isNear(said, is)) found.push(`${name}: ${place} ${Math.round(said)} of ${Math.round(is)} Wh`)
  }
  const flows = Object.keys(preview.totalsWh) as ImportFlow[]
  const [only] = flows
  for (const flow of flows) {
    const total = preview.totalsWh[flow]
    compare(
      `plant, ${flow}`,
      days.reduce((sum, { energy }) => sum + (energy[flow] ?? 0), 0),
      total,
    )
    if (flow === 'generation' || flows.length === 1) compare('list', row.energyWh, total)
    const after = preview.months.reduce(
      (sum: number, { flows: of }: { flows: Record<string, { afterWh: number } | undefined> }) =>
        sum + (of[flow]?.afterWh ?? 0),
      0,
    )
    compare(`months, ${flow}`, after, total)
  }
  if (only === undefined) found.push(`${name}: nothing`)
  const energyOf = new Map(days.map(({ period, energy }) => [period, energy]))
  for (const { date, energiesWh } of preview.days)
    for (const [flow, wh] of Object.entries<number>(energiesWh))
      compare(`${date}, ${flow}`, energyOf.get(date)?.[flow as ImportFlow] ?? 0, wh)
  return found
}

it('preview, list of imports and days of the plant say one figure for every file', { timeout: 180_000 }, async () => {
  const left = [...fixtures, ...nasty]
  const found: string[] = []
  const work = async (): Promise<void> => {
    for (let file = left.pop(); file !== undefined; file = left.pop()) found.push(...(await listDifferences(file)))
  }
  await Promise.all([work(), work(), work()])
  expect(found.sort()).toEqual([])
})
