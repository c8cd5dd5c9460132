import type { ImportFlow } from '../mapping.ts'
import { drawFile } from './draw-file.ts'
import { openFile } from './open-file.ts'

export type DrawnOutcome = Readonly<{ kind: 'read' | 'asked' | 'misread'; about: string }>

/** A Wh, and what a sum of many fractions loses. */
const WITHIN_KWH = 0.0011

/** Reads a drawn file back: to the Wh, or with a question. */
export async function checkDrawn(seed: number): Promise<DrawnOutcome> {
  const drawn = drawFile(seed)
  const { kwh, mapping } = await openFile(drawn.bytes, { plant: { zone: drawn.zone } })
  if (mapping.questions.length > 0 || mapping.columns.length === 0) return { kind: 'asked', about: drawn.about }
  const flows = Object.keys({ ...drawn.kwh, ...kwh }) as ImportFlow[]
  const isRead = flows.every((flow) => Math.abs((drawn.kwh[flow] ?? 0) - (kwh[flow] ?? 0)) <= WITHIN_KWH)
  const about = isRead ? drawn.about : `${drawn.about}: ${JSON.stringify(drawn.kwh)} read as ${JSON.stringify(kwh)}`
  return { kind: isRead ? 'read' : 'misread', about }
}
