/**
 * Irradiance in W/m2, each >= 0: global on the horizontal, direct on a plane that faces the sun, diffuse from the sky
 * on the horizontal. ghi = dhi + dni cos(zenith).
 */
export type Irradiance = Readonly<{ ghiWm2: number; dniWm2: number; dhiWm2: number }>

/** No light. */
export const darkness: Irradiance = { ghiWm2: 0, dniWm2: 0, dhiWm2: 0 }
