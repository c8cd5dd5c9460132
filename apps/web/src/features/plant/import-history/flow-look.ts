import type { ImportFlow } from '../../../api/imports.ts'

/** Color token of a flow, as in all charts. */
export const colorOf: Readonly<Record<ImportFlow, string>> = {
  generation: 'solar',
  load: 'load',
  import: 'grid',
  export: 'grid',
  charge: 'battery',
  discharge: 'battery',
}
