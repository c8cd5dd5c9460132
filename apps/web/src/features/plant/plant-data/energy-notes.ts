import type { Flow } from '@heliograph/domain/energy-flow.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { Energies } from '../../../api/plant-figures.ts'
import type { Format } from '../../../texts/use-format.ts'
import type { UseText } from '../../../texts/use-text.tsx'

/** Whether part of the energies was divided over days without data, or integrated from powers. */
export const isEstimated = ({ estimatedWh, estimatedOthersWh, byPower }: Energies): boolean =>
  estimatedWh > 0 || estimatedOthersWh > 0 || byPower.length > 0

const nameOfFlow: Readonly<Record<Flow, TextKey>> = {
  generation: 'plant-data.series.production',
  load: 'plant-data.series.consumption',
  import: 'plant-data.series.purchase',
  export: 'plant-data.series.feedIn',
  charge: 'plant-data.series.charging',
  discharge: 'plant-data.series.discharging',
  generator: 'plant-data.series.generator',
}

/** Notes about a period's energies, a sentence each. */
export function energyNotes(figures: Energies, text: UseText['text'], format: Format): readonly string[] {
  const { refusedSteps, refusedWh, estimatedSamples, estimatedWh, estimatedOthersWh, reportedWh, derivedWh } = figures
  const { addedWh, fromLifetime, isUsePlanned, byPower } = figures
  const integrated = byPower.map((flow) => text(nameOfFlow[flow])).join(', ')
  const energy = (energyWh: number): { energy: string } => ({ energy: format.energyWh(energyWh).text })
  return [
    ...(estimatedWh > 0 ? [text('plant-data.estimated.energy', energy(estimatedWh))] : []),
    ...(estimatedOthersWh > 0 ? [text('plant-data.estimated.others', energy(estimatedOthersWh))] : []),
    ...(integrated === '' ? [] : [text('plant-data.byPower', { energies: integrated })]),
    ...(reportedWh > 0 ? [text('plant-data.reported.energy', energy(reportedWh))] : []),
    ...(derivedWh > 0 ? [text('plant-data.derived.energy', energy(derivedWh))] : []),
    ...(addedWh === 0 ? [] : [text('metering.mark.added', energy(addedWh))]),
    ...(fromLifetime.includes('generation') ? [text('metering.mark.lifetime')] : []),
    ...(isUsePlanned ? [text('metering.mark.planned')] : []),
    ...(refusedSteps > 0 ? [text('plant-data.quarantine.short', { count: refusedSteps, ...energy(refusedWh) })] : []),
    ...(estimatedSamples > 0 ? [text('plant-data.estimated.short', { count: estimatedSamples })] : []),
  ]
}

/** The same for the production alone, short enough for the line below its value. */
export function productionMarks(
  { estimatedWh, reportedWh, derivedWh, addedWh, fromLifetime, byPower }: Energies,
  text: UseText['text'],
  format: Format,
): readonly string[] {
  return [
    ...(estimatedWh > 0 ? [text('plant-data.estimated.mark', { energy: format.energyWh(estimatedWh).text })] : []),
    ...(byPower.includes('generation') ? [text('plant-data.byPower.mark')] : []),
    ...(reportedWh > 0 ? [text('plant-data.reported.mark', { energy: format.energyWh(reportedWh).text })] : []),
    ...(derivedWh > 0 ? [text('plant-data.derived.mark', { energy: format.energyWh(derivedWh).text })] : []),
    ...(addedWh === 0 ? [] : [text('metering.mark.added', { energy: format.energyWh(addedWh).text })]),
    ...(fromLifetime.includes('generation') ? [text('metering.mark.lifetime')] : []),
  ]
}
