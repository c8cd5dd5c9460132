/** Findings about the figures of a period, the most important first. */
export const findingCodes = [
  'noData',
  'outage',
  'productionLow',
  'useUp',
  'clearSky',
  'productionHigh',
  'useDown',
  'productionUsual',
  'tooEarly',
] as const
export type FindingCode = (typeof findingCodes)[number]
