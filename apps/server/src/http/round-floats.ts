/** More than a device resolves and than a sum of money has; 12,345,678.9012 kWh keeps its Wh. */
const DIGITS = 12
const mayHaveDust = /\d\.\d{8}/
/** Texts come first, so that digits inside them are not taken for numbers. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+\.\d{8,}(?:[eE][+-]?\d+)?/g

/**
 * A JSON text whose fractions have at most 12 significant digits: sums of doubles end in dust, 38.219877000000004, which
 * nobody measured. Done once, where every reply passes. @param json valid JSON
 */
export const roundFloats = (json: string): string =>
  mayHaveDust.test(json)
    ? json.replace(tokens, (token) =>
        token.startsWith('"') ? token : String(Number(Number(token).toPrecision(DIGITS))),
      )
    : json
