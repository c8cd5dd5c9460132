/** More than a device resolves and than a sum of money has; 12,345,678.9012 kWh keeps its Wh. */
const DIGITS = 12
const mayHaveDust = /\d\.\d{8}/
/** Texts come first, so that digits inside them are not taken for numbers. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+\.\d{8,}(?:[eE][+-]?\d+)?/g

/** A number with at most 12 significant digits: sums of doubles end in dust, 38.219877000000004, which was not measured. */
export const roundFloat = (value: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS))

/**
 * A JSON text whose fractions are rounded in the same way. Done once, where it leaves: every reply, event, message and
 * file. @param json valid JSON
 */
export const roundFloats = (json: string): string =>
  mayHaveDust.test(json)
    ? json.replace(tokens, (token) => (token.startsWith('"') ? token : String(roundFloat(Number(token)))))
    : json
