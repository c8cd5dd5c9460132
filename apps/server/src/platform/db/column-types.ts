import pg from 'pg'

const { INT8, NUMERIC, DATE } = pg.types.builtins

// The OIDs of array types, which pg does not name (pg_type.dat).
const INT8_ARRAY = 1016
const NUMERIC_ARRAY = 1231
const DATE_ARRAY = 1182
const TEXT_ARRAY = 1009

type Parse = (text: string) => unknown

const parseTextArray: (text: string) => readonly (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY as typeof INT8)

const parsers: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [INT8, toSafeInteger],
  [NUMERIC, Number],
  // A calendar day has no time zone; pg would turn it into midnight of the server's zone.
  [DATE, String],
  [INT8_ARRAY, arrayOf(toSafeInteger)],
  [NUMERIC_ARRAY, arrayOf(Number)],
  [DATE_ARRAY, arrayOf(String)],
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
