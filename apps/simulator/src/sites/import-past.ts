import { PAST_STEP_MS, type PastTotals } from '../history.ts'
import type { Platform } from '../platform.ts'
import { withPatience } from './with-patience.ts'

/** Columns as the export of an older portal names them. */
const columns = [
  ['generation', 'Production (Wh)'],
  ['load', 'Consumption (Wh)'],
  ['import', 'Grid import (Wh)'],
  ['export', 'Grid export (Wh)'],
  ['charge', 'Battery charge (Wh)'],
  ['discharge', 'Battery discharge (Wh)'],
] as const

/** Energies of steps by their start; a flow that the plant does not have gets no column. */
export function writePast(steps: readonly PastTotals[]): string {
  const last = steps.at(-1)
  const own = columns.filter(([flow]) => (last?.[flow] ?? 0) > 0)
  const lines = steps.slice(1).map((step, index) => {
    const before = steps[index] as PastTotals
    const start = new Date(step.atMs - PAST_STEP_MS).toISOString().replace('.000', '')
    return [start, ...own.map(([flow]) => Math.round(step[flow] - before[flow]))].join(',')
  })
  return [['Start (UTC)', ...own.map(([, head]) => head)].join(','), ...lines].join('\n')
}

/** Brings in a plant's past as its owner would: as a file of the portal that it had before. */
export async function importPast(platform: Platform, id: number, steps: readonly PastTotals[]): Promise<void> {
  if (steps.length < 2) return
  const content = Buffer.from(writePast(steps)).toString('base64')
  const sketch = await withPatience(() =>
    platform.call('POST /maintain-s/station/{id}/import', {
      params: { id },
      body: { name: 'old-portal.csv', content },
    }),
  )
  const [open] = sketch.mapping.questions
  if (open) throw new Error(`The file of the past leaves a question open: ${open.kind}`)
  await withPatience(() =>
    platform.call('POST /maintain-s/station/{id}/import/start', {
      params: { id },
      body: {
        files: [{ id: sketch.id, mapping: { ...sketch.mapping, stamp: 'start' } }],
        overlap: 'fill',
        between: null,
      },
    }),
  )
}
