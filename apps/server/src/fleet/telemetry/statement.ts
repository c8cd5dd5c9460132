import pg from 'pg'

/** Rows arrive as arrays of PostgreSQL's output, null or text: parsing only what is needed is much cheaper. */
export type TextRow = readonly (string | null)[]

const asText: pg.CustomTypesConfig = { getTypeParser: () => (text: string) => text }

/** @param name makes it a prepared statement of the connection: for texts that never vary */
export async function readText(
  client: pg.Pool | pg.ClientBase,
  text: string,
  values: readonly unknown[],
  name?: string,
): Promise<readonly TextRow[]> {
  const query = { text, values: [...values], types: asText, rowMode: 'array' as const }
  const { rows } = await client.query<(string | null)[]>(name === undefined ? query : { ...query, name })
  return rows
}

/** Hands each row over as it comes: for results that are too large to be kept. */
export async function eachText(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[],
  name: string,
  visit: (row: TextRow) => void,
): Promise<void> {
  const query = new pg.Query({ name, text, values: [...values], types: asText, rowMode: 'array' } as pg.QueryConfig)
  let failure: unknown
  await new Promise<void>((resolve, reject) => {
    query.on('row', (row: TextRow) => {
      try {
        // An error thrown here would end the process: nothing else waits for the socket.
        if (failure === undefined) visit(row)
      } catch (error) {
        failure = error
      }
    })
    query.on('error', reject)
    query.on('end', () => resolve())
    client.query(query)
  })
  if (failure !== undefined) throw failure
}

export const toBytes = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex')

/** The text of a float8[]. */
export function toDoubles(text: string): (number | null)[] {
  if (text.length < 3) return []
  return text
    .slice(1, -1)
    .split(',')
    .map((item) => (item === 'NULL' ? null : Number(item)))
}

/** A bigint[] or date[] parameter: cheaper to format here than element by element. */
export const toArray = (values: readonly (number | string)[]): string => `{${values.join(',')}}`

export const toStamp = (atMs: number): string => new Date(atMs).toISOString()
export const toStamps = (instants: readonly number[]): string => `{${instants.map(toStamp).join(',')}}`

/** Milliseconds since 1970 of a timestamptz column, in SQL: a number is cheap to print and to read. */
export const msOf = (column: string): string => `(date_part('epoch', ${column}) * 1000)`
export const readMs = (text: string): number => Math.round(Number(text))
