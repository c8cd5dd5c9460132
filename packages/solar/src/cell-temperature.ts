/** Heat loss of a module, W/m2/K and W/m2/K per m/s of wind. */
export type FaimanLoss = Readonly<{ u0: number; u1: number }>

/** Open-rack coefficients of the paper. A roof-parallel array loses less: u0 near 20. */
export const openRackLoss: FaimanLoss = { u0: 25, u1: 6.84 }

/**
 * Cell temperature, degC, from irradiance on the plane (W/m2, >= 0), air temperature (degC) and wind (m/s, >= 0).
 * Source: Faiman, Progress in Photovoltaics 16 (2008) 307.
 */
export function getFaimanCellC(poaWm2: number, airC: number, windMs: number, loss: FaimanLoss = openRackLoss): number {
  return airC + poaWm2 / (loss.u0 + loss.u1 * windMs)
}

/** Coefficients a, b (s/m) and the step from module back to cell at 1000 W/m2 (K), per way of mounting. */
export const sapmMounts = {
  'open-rack-glass-glass': { a: -3.47, b: -0.0594, stepK: 3 },
  'close-roof-glass-glass': { a: -2.98, b: -0.0471, stepK: 1 },
  'open-rack-glass-polymer': { a: -3.56, b: -0.075, stepK: 3 },
  'insulated-back-glass-polymer': { a: -2.81, b: -0.0455, stepK: 0 },
} as const satisfies Record<string, Readonly<{ a: number; b: number; stepK: number }>>
export type SapmMount = keyof typeof sapmMounts

/**
 * Temperature of a module's back, degC; arguments as in `getFaimanCellC`. Source: King et al., SAND2004-3535, eq. 11.
 */
export function getSapmModuleC(poaWm2: number, airC: number, windMs: number, mount: SapmMount): number {
  const { a, b } = sapmMounts[mount]
  return airC + poaWm2 * Math.exp(a + b * windMs)
}

/** Cell temperature, degC; arguments as in `getFaimanCellC`. Source: King et al., SAND2004-3535, eq. 12. */
export function getSapmCellC(poaWm2: number, airC: number, windMs: number, mount: SapmMount): number {
  return getSapmModuleC(poaWm2, airC, windMs, mount) + (poaWm2 / 1000) * sapmMounts[mount].stepK
}
