/** Converts our units (W, Wh, Wp, ms) to the wire's (kWh, kWp, seconds). Only instants are rounded. */
export const toKwh = (energyWh: number | null): number | null => (energyWh === null ? null : energyWh / 1000)
export const toSeconds = (atMs: number): number => Math.floor(atMs / 1000)
export const toSecondsOrNull = (atMs: number | null): number | null => (atMs === null ? null : toSeconds(atMs))
/** The share of a signed power in the direction of `sign`. */
export const partOf = (powerW: number | null, sign: 1 | -1): number | null =>
  powerW === null ? null : Math.max(0, powerW * sign)
