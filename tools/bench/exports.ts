/**
 * Files of a plant with two inverters of 20 quantities, a month against a year: rows per second, what the process grows by,
 * and what of that is in use (the rest is garbage that was not collected yet). Each file is made by a process of its own.
 *
 *   npm run bench exports [-- --days 365]
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type ExportDefinition, exportLimits } from '@heliograph/domain/plant-export.ts'
import { readExport } from '@heliograph/server/delivery/exports/read-export.ts'
import type { ClusterConnection } from '@heliograph/server/platform/db/cluster.ts'
import { openDatabase } from '@heliograph/server/platform/db/database.ts'
import { pino } from 'pino'
import { addBenchPlants, DAY, dayOf, fillFirstPlant, machine, watchMemory, withBenchDatabase } from './history.part.ts'
import { kinds } from './telemetry.part.ts'

const { values: options } = parseArgs({
  options: { days: { type: 'string', default: '365' }, read: { type: 'string' } },
})

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
function inUse(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

type Reading = Readonly<{ connection: ClusterConnection; definition: ExportDefinition; nowMs: number }>

/** In a process of its own. */
async function read({ connection, definition, nowMs }: Reading): Promise<void> {
  const db = await openDatabase({ connection, poolSize: 2, log: pino({ level: 'error' }) })
  const asked = { plantId: 1, userId: 1, organizationId: null, host: '', publicUrl: '', nowMs }
  const make = async (exportDefinition: ExportDefinition, onPage = () => {}) => {
    let [rows, bytes] = [0, 0]
    const onProgress = async (_: number, count: number): Promise<void> => {
      rows = count
      onPage()
    }
    for await (const chunk of await readExport(db, { ...asked, definition: exportDefinition, onProgress }))
      bytes += chunk.length
    return { rows, bytes }
  }
  // Code and connections are there before it begins.
  await make({ ...definition, from: definition.to })
  const beganMs = performance.now()
  const { result, grownMb } = await watchMemory(() => make(definition))
  const seconds = (performance.now() - beganMs) / 1000
  const before = inUse()
  let [most, page] = [before, 0]
  await make(definition, () => {
    if (page++ % 10 === 0) most = Math.max(most, inUse())
  })
  console.log(
    `${definition.kind} ${definition.step} as ${definition.fileType}, ${definition.from} to ${definition.to}: ${result.rows} rows, ` +
      `${(result.bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s, ${Math.round(result.rows / seconds)} rows/s, ` +
      `memory +${grownMb.toFixed(0)} MB, in use +${((most - before) / 1024 / 1024).toFixed(1)} MB`,
  )
  await db.close()
}

async function measure(): Promise<void> {
  const nowMs = Date.parse('2026-06-20T12:00:00Z')
  const days = Number(options.days)
  console.log(machine())
  await withBenchDatabase('exports', async (db, connection) => {
    await addBenchPlants(db, 1)
    const beganMs = performance.now()
    await fillFirstPlant(db, nowMs, days)
    console.log(`${days} days filled in ${((performance.now() - beganMs) / 1000).toFixed(0)} s`)
    const quantities = [...new Set(kinds.flatMap((kind) => kind.quantities))].slice(0, exportLimits.quantities)
    const base = { to: dayOf(nowMs - DAY), zone: 'plant', language: 'en', separator: ',', decimalMark: '.' } as const
    const of = (days: number, rest: Pick<ExportDefinition, 'kind' | 'step' | 'fileType'>): ExportDefinition => ({
      ...base,
      ...rest,
      from: dayOf(nowMs - days * DAY),
      deviceIds: [],
      quantities: rest.kind === 'points' ? quantities : [],
    })
    const points = { kind: 'points', step: 'sample' } as const
    const power = { kind: 'power', step: '5min' } as const
    const wanted = [
      ...(['csv', 'xlsx', 'json'] as const).flatMap((fileType) => [
        of(30, { ...points, fileType }),
        of(Math.ceil(days / 2), { ...points, fileType }),
        of(days, { ...points, fileType }),
      ]),
      of(30, { ...power, fileType: 'csv' }),
      of(days, { ...power, fileType: 'csv' }),
      of(days, { kind: 'statistics', step: 'day', fileType: 'csv' }),
    ]
    for (const definition of wanted) await readElsewhere({ connection, definition, nowMs })
  })
}

async function readElsewhere(reading: Reading): Promise<void> {
  const tsx = 'node_modules/.bin/tsx'
  const file = fileURLToPath(import.meta.url)
  const child = spawn(tsx, [file, '--read', JSON.stringify(reading)], { stdio: 'inherit' })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`Reading failed (${code})`)
}

if (options.read === undefined) await measure()
else await read(JSON.parse(options.read) as Reading)
