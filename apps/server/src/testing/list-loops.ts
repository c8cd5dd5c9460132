import type { Db } from '../platform/db/database.ts'

type Node = Readonly<{ 'Node Type': string; 'Function Call'?: string; Plans?: readonly Node[] }>

/** Statements whose plan compares each item of one list with each row of another: their time grows with the square. */
export async function listLoops(db: Pick<Db, 'pool'>, statements: Iterable<string>): Promise<readonly string[]> {
  const client = await db.pool.connect()
  const found: string[] = []
  try {
    await client.query('begin')
    // As if the tables were large.
    await client.query('set local enable_seqscan = off')
    for (const text of statements) {
      const { rows } = await client.query(`explain (generic_plan, verbose, format json) ${text}`)
      if (hasLoop(rows[0]['QUERY PLAN'][0].Plan)) found.push(text)
    }
    return found
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const hasLoop = (node: Node): boolean => isLoop(node) || (node.Plans ?? []).some(hasLoop)

function isLoop({ 'Node Type': type, Plans: plans = [] }: Node): boolean {
  const [, inner] = plans
  return type === 'Nested Loop' && inner !== undefined && isList(inner)
}

/** All of it is read for each row of the other side. */
function isList(node: Node): boolean {
  if (node['Node Type'] === 'Materialize') return (node.Plans ?? []).some(isList)
  return node['Node Type'] === 'CTE Scan' || /^unnest\(\$/.test(node['Function Call'] ?? '')
}
