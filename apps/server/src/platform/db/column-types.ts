import pg from 'pg'

const { INT8, NUMERIC, DATE } = pg.types.builtins

// The OIDs of array types, which pg does not name (pg_type.dat).
const int8Array = 1016
const numericArray = 1231
const dateArray = 1182
const textArray = 1009

type Parse = (text: string) => unknown

const parseTextArray: (text: string) => readonly (string | null)[] = pg.types.getTypeParser(textArray as typeof INT8)

const parsers: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [INT8, toSafeInteger],
  [NUMERIC, Number],
  // A calendar day has no time zone; pg would turn it into midnight of the server's zone.
  [DATE, String],
  [int8Array, arrayOf(toSafeInteger)],
  [numericArray, arrayOf(Number)],
  [dateArray, arrayOf(String)],
])

/**
 * Column types in results: bigint and numeric as number, timestamptz as Date, date as 'YYYY-MM-DD'; arrays may hold
 * null.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid as typeof INT8, format),
}

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`A bigint column holds ${text}, which a number cannot hold exactly`)
  return value
}

function arrayOf(parse: Parse): Parse {
  return (text) => parseTextArray(text).map((element) => (element === null ? null : parse(element)))
}
