import { type ReadModel, recordOf } from '../reads.ts'
import type { RecordLayout } from './record-layout.ts'

/** The layout of a model's V5 records. @throws RangeError for a model that sends none */
export function requireRecord(model: Pick<ReadModel, 'id' | 'reads'>): RecordLayout {
  const layout = recordOf(model)
  if (!layout) throw new RangeError(`${model.id} sends no records`)
  return layout
}
