/**
 * Inverters beyond so many times the plant's panels are not believed without a word of the owner. Inverters of one and a
 * half times the panels are built (small roofs, hybrids for a later array); twice as much is not.
 */
export const RATING_MARGIN = 1.5

/**
 * Whether a further inverter fits the plant. The first one always does: it shows what the plant is.
 * @param capacityWp nameplate of the plant's panels, Wp @param countedW ratings of its other inverters, W; of those
 * without a rating the most that they were heard to deliver @param ownW the same of the further one
 */
export function fitsPlant(capacityWp: number, countedW: readonly number[], ownW: number): boolean {
  if (countedW.length === 0) return true
  return countedW.reduce((sum, value) => sum + value, ownW) <= RATING_MARGIN * capacityWp
}
