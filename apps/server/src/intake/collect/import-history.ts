import type { CounterHistory } from '@heliograph/collect/way.ts'
import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { flowCounters } from '@heliograph/domain/energy-flow.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { getFacts } from '../../fleet/plants/plants.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FileSender } from '../../platform/file-reader/file-reader.ts'
import { type ImportOrders, startImport, type UploadedFile, uploadFile } from '../imports/imports.ts'

type Mapping = UploadedFile['mapping']
type Flow = Mapping['columns'][number]['flow']

/**
 * Imports the hours that a source has kept, as a file of history: by the rules of imports, for hours without data of the plant
 * alone, and it can be undone. @throws Refusal ABNORMAL where there is none, and as an import does
 */
export async function importHistory(
  db: Db,
  orders: ImportOrders,
  options: Readonly<{
    plantId: number
    userId: number
    histories: readonly CounterHistory[]
    name: string
    nowMs: number
  }>,
  sender: FileSender,
): Promise<number> {
  const { plantId, userId, histories, name, nowMs } = options
  const { columns, text } = writeFile(histories)
  if (columns.length === 0) throw new Refusal('ABNORMAL', { reason: 'noHistory' })
  const orderer = { plantId, userId }
  const { id } = await uploadFile(db, orderer, { name, bytes: Buffer.from(text), nowMs }, sender)
  const { zone } = await getFacts(db, plantId)
  // We wrote the file, so nothing about it is guessed.
  const mapping: Mapping = {
    sheet: 0,
    headLine: 1,
    timeColumn: 0,
    clockColumn: null,
    endColumn: null,
    offsetColumn: null,
    nameColumn: null,
    timeFormat: 'iso',
    zone,
    stamp: 'start',
    columns: columns.map((flow, index) => ({
      column: index + 1,
      name: null,
      flow,
      form: 'energy',
      unit: 'Wh',
      signs: 'positive',
      decimalMark: '.',
    })),
    questions: [],
  }
  const order = { files: [{ id, mapping }], overlap: 'fill', between: null } as const
  return await startImport(db, orders, orderer, { order, nowMs }, sender)
}

/** Energies of hours in Wh: several sources of one flow have a column each. */
function writeFile(histories: readonly CounterHistory[]): Readonly<{ columns: readonly Flow[]; text: string }> {
  const columns: { flow: Flow; head: string; hours: ReadonlyMap<number, number> }[] = []
  for (const { key, quantities, rows } of histories)
    for (const [index, quantity] of quantities.entries()) {
      const found = Object.entries(flowCounters).find(([, { total }]) => total === quantity)
      const flow = found?.[0] as Flow | undefined
      const hours = toHours(rows.map(([endMs, ...values]) => [endMs, values[index] ?? null] as const))
      if (flow !== undefined && hours.size > 0) columns.push({ flow, head: `${key} ${flow} Wh`, hours })
    }
  const starts = [...new Set(columns.flatMap(({ hours }) => [...hours.keys()]))].sort((a, b) => a - b)
  const lines = starts.map((startMs) =>
    [new Date(startMs).toISOString(), ...columns.map(({ hours }) => hours.get(startMs) ?? '')].join(','),
  )
  const head = ['time', ...columns.map((column) => column.head)].join(',')
  return { columns: columns.map(({ flow }) => flow), text: `${[head, ...lines].join('\n')}\n` }
}

/** Steps of a counter by the start of their hour; the step over a gap, or down, belongs to no hour. */
function toHours(readings: readonly (readonly [endMs: number, value: number | null])[]): ReadonlyMap<number, number> {
  const hours = new Map<number, number>()
  let before: Readonly<{ endMs: number; value: number }> | undefined
  for (const [endMs, value] of readings) {
    if (value === null) continue
    const step = before === undefined ? undefined : Number((value - before.value).toPrecision(12))
    if (step !== undefined && step >= 0 && before !== undefined && endMs - before.endMs === HOUR_MS)
      hours.set(endMs - HOUR_MS, step)
    before = { endMs, value }
  }
  return hours
}
