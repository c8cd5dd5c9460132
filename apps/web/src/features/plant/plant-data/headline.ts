/** How a period's production compares with clear skies and with the plant's own past. */
import type { SkyFigures } from '../../../api/plant-figures.ts'

export type Headline = Readonly<{
  /** Share of what clear skies allow, 0 to 100. */
  share: number | null
  /** The same of the period to compare with. */
  shareBefore: number | null
  /**
   * Whole percent above (> 0) or below it. The shares are compared, not the energies: so a morning compares with whole
   * days, and one season with another.
   */
  change: number | null
}>

const shareOf = (pvWh: number | null, clearSkyWh: number | null): number | null =>
  pvWh === null || clearSkyWh === null || clearSkyWh <= 0 ? null : Math.min(100, (pvWh / clearSkyWh) * 100)

export function headlineOf(pvWh: number | null, { clearSkyWh, comparison }: SkyFigures): Headline {
  const share = shareOf(pvWh, clearSkyWh)
  const shareBefore = comparison && shareOf(comparison.pvWh, comparison.clearSkyWh)
  const isKnown = share !== null && shareBefore !== null && shareBefore > 0
  return { share, shareBefore, change: isKnown ? Math.round((share / shareBefore - 1) * 100) : null }
}
