import { flowCounters } from '@heliograph/domain/energy-flow.ts'
import { readFileSheets } from '../../../platform/tables/file-sheets.reader.ts'
import { meterRulesOf } from '../../ingest/ingest.ts'
import type { ImportFlow, ImportMapping } from '../mapping.ts'
import type { KnownData } from '../overlap.ts'
import { type ImportPlant, type ImportResult, readTable, toSamples } from '../to-samples.ts'
import { type Understood, understand } from '../understand/understand.ts'

const ruleOf = meterRulesOf({ type: 'INVERTER', profileId: 'import', reportedW: null, capacityWp: 8_000 })
/** A house with 8 kWp. */
export const house = {
  zone: 'Europe/Berlin',
  capacityWp: 8_000,
  nowMs: Date.parse('2026-11-28T12:00:00Z'),
  ruleOf: (flow: ImportFlow) => ruleOf(flowCounters[flow].total),
}

type Change = Readonly<{ plant?: Partial<typeof house>; mapping?: Partial<ImportMapping> }>
export type OpenedFile = Understood &
  Readonly<{ result: ImportResult; kwh: Readonly<Partial<Record<ImportFlow, number>>> }>

/** A file as it is understood, and what it adds to a plant that has no data of its own. */
export async function openFile(
  content: string | Uint8Array,
  { plant = {}, mapping: changed = {} }: Change = {},
  known?: KnownData,
): Promise<OpenedFile> {
  const own: ImportPlant & Readonly<{ capacityWp: number }> = { ...house, ...plant }
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const found = understand(await readFileSheets(bytes), own)
  if (found === undefined) throw new Error('the file has no table with times')
  const mapping = { ...found.mapping, ...changed }
  const read = [readTable({ table: found.table, mapping }, own.nowMs)]
  const result = toSamples(read, own, { beside: known && { overlap: 'keep', known } })
  return { ...found, mapping, result, kwh: sumUp(result) }
}

function sumUp({ days }: ImportResult): Readonly<Partial<Record<ImportFlow, number>>> {
  const sums: Partial<Record<ImportFlow, number>> = {}
  for (const energies of days.values())
    for (const [flow, wh] of Object.entries(energies) as [ImportFlow, number][])
      sums[flow] = (sums[flow] ?? 0) + wh / 1000
  for (const [flow, kwh] of Object.entries(sums) as [ImportFlow, number][]) sums[flow] = Number(kwh.toFixed(4))
  return sums
}
