import type { Flow } from '@heliograph/domain/energy-flow.ts'
import type { Translate } from '@heliograph/i18n/translate.ts'

/** Energies as the columns of exports and reports name them. */
export const nameFlows = (flows: readonly Flow[], translate: Translate): string =>
  flows.map((flow) => translate(`exports.column.${flow === 'load' ? 'consumption' : flow}`)).join(', ')
