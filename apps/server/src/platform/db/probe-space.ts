import type pg from 'pg'

/** Writes half a megabyte to the database's disk and its log, and takes it back. */
export async function probeSpace(pool: Pick<pg.Pool, 'connect'>): Promise<void> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('begin')
    await client.query(
      `create temporary table space_probe on commit drop as
         select repeat(md5(i::text), 64) as filler from generate_series(1, 256) as i`,
    )
    await client.query('commit')
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    client.release(failure)
  }
}
