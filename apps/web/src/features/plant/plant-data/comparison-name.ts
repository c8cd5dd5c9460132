import type { PlantView } from '../../../address/paths.ts'
import type { Comparison } from '../../../api/plant-figures.ts'
import type { Format } from '../../../texts/use-format.ts'

/** The month or year that a longer period is compared with; nothing for a day's week. */
export const nameOfComparison = ({ from }: Pick<Comparison, 'from'>, view: PlantView, format: Format): string =>
  view === 'month' ? format.month(from.slice(0, 7)) : view === 'year' ? from.slice(0, 4) : ''
