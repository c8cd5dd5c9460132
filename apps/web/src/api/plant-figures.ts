/** A plant's powers and energies. */
export type { Energies } from '@heliograph/contract/codecs/energies.ts'
export type {
  Comparison,
  DayCurveFigures,
  PeriodEnergies,
  PeriodFigures,
  PowerSlot,
  SkyFigures,
} from '@heliograph/contract/codecs/periods.ts'
export type { PlantFigures } from '@heliograph/contract/codecs/plant-figures.ts'
