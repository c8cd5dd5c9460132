import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { Energies, EnergyPart } from '../../../api/plant-figures.ts'
import type { Format } from '../../../texts/use-format.ts'
import type { UseText } from '../../../texts/use-text.tsx'

/** Whether part of the energies was divided over days without data, or integrated from powers. */
export const isEstimated = ({ estimatedKwh, estimatedOthersKwh, byPower }: Energies): boolean =>
  estimatedKwh > 0 || estimatedOthersKwh > 0 || byPower.length > 0

const nameOfPart: Readonly<Record<EnergyPart, TextKey>> = {
  pvKwh: 'plant-data.series.production',
  loadKwh: 'plant-data.series.consumption',
  importKwh: 'plant-data.series.purchase',
  exportKwh: 'plant-data.series.feedIn',
  chargeKwh: 'plant-data.series.charging',
  dischargeKwh: 'plant-data.series.discharging',
  generatorKwh: 'plant-data.series.generator',
}

/** Notes about a period's energies, a sentence each. */
export function energyNotes(figures: Energies, text: UseText['text'], format: Format): readonly string[] {
  const { refusedSteps, refusedKwh, estimatedSamples, estimatedKwh, estimatedOthersKwh, reportedKwh, derivedKwh } =
    figures
  const { addedKwh, isFromLifetime, isUsePlanned, byPower } = figures
  const integrated = byPower.map((part) => text(nameOfPart[part])).join(', ')
  const energy = (kwh: number): { energy: string } => ({ energy: format.energyKwh(kwh).text })
  return [
    ...(estimatedKwh > 0 ? [text('plant-data.estimated.energy', energy(estimatedKwh))] : []),
    ...(estimatedOthersKwh > 0 ? [text('plant-data.estimated.others', energy(estimatedOthersKwh))] : []),
    ...(integrated === '' ? [] : [text('plant-data.byPower', { energies: integrated })]),
    ...(reportedKwh > 0 ? [text('plant-data.reported.energy', energy(reportedKwh))] : []),
    ...(derivedKwh > 0 ? [text('plant-data.derived.energy', energy(derivedKwh))] : []),
    ...(addedKwh === 0 ? [] : [text('metering.mark.added', energy(addedKwh))]),
    ...(isFromLifetime ? [text('metering.mark.lifetime')] : []),
    ...(isUsePlanned ? [text('metering.mark.planned')] : []),
    ...(refusedSteps > 0 ? [text('plant-data.quarantine.short', { count: refusedSteps, ...energy(refusedKwh) })] : []),
    ...(estimatedSamples > 0 ? [text('plant-data.estimated.short', { count: estimatedSamples })] : []),
  ]
}

/** The same for the production alone, short enough for the line below its value. */
export function productionMarks(
  { estimatedKwh, reportedKwh, derivedKwh, addedKwh, isFromLifetime, byPower }: Energies,
  text: UseText['text'],
  format: Format,
): readonly string[] {
  return [
    ...(estimatedKwh > 0 ? [text('plant-data.estimated.mark', { energy: format.energyKwh(estimatedKwh).text })] : []),
    ...(byPower.includes('pvKwh') ? [text('plant-data.byPower.mark')] : []),
    ...(reportedKwh > 0 ? [text('plant-data.reported.mark', { energy: format.energyKwh(reportedKwh).text })] : []),
    ...(derivedKwh > 0 ? [text('plant-data.derived.mark', { energy: format.energyKwh(derivedKwh).text })] : []),
    ...(addedKwh === 0 ? [] : [text('metering.mark.added', { energy: format.energyKwh(addedKwh).text })]),
    ...(isFromLifetime ? [text('metering.mark.lifetime')] : []),
  ]
}
