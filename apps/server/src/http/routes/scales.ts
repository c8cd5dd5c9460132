/** Converts our units (W, Wh, Wp, ms) to the wire's (kWh, kWp, seconds). Only instants are rounded. */
export const toKwh = (energyWh: number | null): number | null => (energyWh === null ? null : energyWh / 1000)
export const toSeconds = (atMs: number): number => Math.floor(atMs / 1000)
export const toSecondsOrNull = (atMs: number | null): number | null => (atMs === null ? null : toSeconds(atMs))
