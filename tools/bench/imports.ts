/**
 * Files of history for a plant: how fast a file is read and looked at, how fast it is stored, how much memory that needs,
 * and how long the server answers nobody else meanwhile. A year of production, consumption, feed-in and purchase every 5 minutes, as CSV and as a workbook.
 *
 *   npm run bench imports [-- --days 365]
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buffer } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { writeXlsx } from '@heliograph/server/delivery/exports/write-xlsx.ts'
import { ensurePartitions } from '@heliograph/server/fleet/telemetry/telemetry.ts'
import {
  createHistoryImports,
  listImports,
  previewImport,
  startImport,
  uploadFile,
} from '@heliograph/server/intake/imports/imports.ts'
import { addUser } from '@heliograph/server/people/accounts/accounts.ts'
import type { Jobs } from '@heliograph/server/platform/jobs/jobs.ts'
import { pino } from 'pino'
import { addBenchPlants, DAY, machine, watchMemory, withBenchDatabase } from './history.part.ts'
import { createBenchPlant, readPlant } from './telemetry.part.ts'

const { values: options } = parseArgs({ options: { days: { type: 'string', default: '365' } } })
const days = Number(options.days)
const STEP = 300_000
const nowMs = Date.parse('2026-06-20T12:00:00Z')
const heads = ['Time', 'Production', 'Consumption', 'Feed-in', 'Purchase']

/** Powers of one plant, W. */
function listRows(): readonly (readonly [number, number, number, number, number])[] {
  const plant = createBenchPlant(1)
  const rows: [number, number, number, number, number][] = []
  for (let atMs = nowMs - days * DAY; atMs < nowMs; atMs += STEP) {
    const [one, other] = readPlant(plant, atMs)
    const grid = one.gridPowerW ?? 0
    const made = (one.acPowerW ?? 0) + (other.acPowerW ?? 0)
    rows.push([atMs, made, one.loadPowerW ?? 0, Math.max(0, -grid), Math.max(0, grid)])
  }
  return rows
}

const stamp = (atMs: number): string => new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')

function writeCsv(rows: ReturnType<typeof listRows>): Buffer {
  const named = ['Time (UTC)', ...heads.slice(1).map((head) => `${head} (W)`)]
  return Buffer.from(
    [named, ...rows.map(([atMs, ...w]) => [stamp(atMs), ...w])].map((item) => item.join(',')).join('\n'),
  )
}

/** As many rows as fit into the largest file that is taken. */
const writeBook = (rows: ReturnType<typeof listRows>): Promise<Buffer> =>
  buffer(
    writeXlsx({
      columns: heads.map((name, i) => ({
        id: name,
        name,
        unit: i === 0 ? '' : 'W',
        decimals: 0,
        kind: i === 0 ? ('instant' as const) : ('number' as const),
      })),
      pages: (async function* () {
        yield { rows, share: 1 }
      })(),
      zone: 'UTC',
      style: { separator: ',', decimalMark: '.' },
      about: [],
      words: { utcOffset: 'UTC', data: 'Data', about: 'About' },
    }),
  )

console.log(machine())
await withBenchDatabase('imports', async (db) => {
  await addBenchPlants(db, 2)
  await ensurePartitions(db, nowMs)
  const userId = await addUser(db, { account: 'bench', password: 'Bench-the-sun-9', isAdmin: true })
  let run: (id: number) => Promise<void> = async () => {}
  const jobs: Pick<Jobs, 'send' | 'work'> = {
    send: async () => {},
    work: async (_, work) => {
      run = (id) => work({ id } as never, { isLastTry: true } as never)
    },
  }
  const recounts = { ask: async () => {} }
  const imports = await createHistoryImports({
    db,
    jobs,
    recounts: recounts as never,
    log: pino({ level: 'error' }),
    now: () => nowMs,
  })
  const rows = listRows()
  const files = [
    { name: 'year.csv', plantId: 1, bytes: writeCsv(rows) },
    { name: 'year.xlsx', plantId: 2, bytes: await writeBook(rows) },
  ]
  for (const { name, plantId, bytes } of files) {
    const by = { plantId, userId }
    const sender = { account: 'bench' }
    const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
      const blocked = monitorEventLoopDelay({ resolution: 5 })
      const [beganMs, before] = [performance.now(), process.cpuUsage()]
      blocked.enable()
      const { result, grownMb } = await watchMemory(work)
      blocked.disable()
      const seconds = (performance.now() - beganMs) / 1000
      const { user, system } = process.cpuUsage(before)
      console.log(
        `${name} (${rows.length} rows, ${(bytes.length / 1e6).toFixed(1)} MB): ${what} in ${seconds.toFixed(1)} s, ` +
          `${Math.round(rows.length / seconds)} rows/s, memory +${grownMb.toFixed(0)} MB, ` +
          `the server itself: ${((user + system) / 1e6).toFixed(1)} s, blocked for ${(blocked.max / 1e6).toFixed(0)} ms at most`,
      )
      return result
    }
    const { id, mapping } = await timed('uploaded and guessed', () =>
      uploadFile(db, by, { name, bytes, nowMs }, sender),
    )
    if (mapping.columns.length !== 4) throw new Error(`Guessed ${JSON.stringify(mapping)}`)
    const order = { files: [{ id, mapping }], overlap: 'keep', between: null } as const
    const { records } = await timed('previewed', () => previewImport(db, by, order, nowMs, sender))
    const started = await startImport(db, imports.port, by, { order, nowMs }, sender)
    await timed(`stored as ${records} records`, () => run(started))
    const [done] = await listImports(db, plantId, nowMs)
    if (done?.state !== 'done') throw new Error(`The import is ${done?.state} (${done?.failure})`)
  }
  imports.close()
})
