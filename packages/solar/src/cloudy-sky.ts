/**
 * Global irradiance under clouds, W/m2, from a clear sky's (W/m2) and the cover, 0..100 percent: a rough guess for
 * services that say nothing of the light. Source: Kasten and Czeplak, Solar Energy 24 (1980) 177.
 */
export const getGhiUnderClouds = (clearGhiWm2: number, cloudPercent: number): number =>
  clearGhiWm2 * (1 - 0.75 * (Math.min(100, Math.max(0, cloudPercent)) / 100) ** 3.4)
