import type { Db } from '../platform/db/database.ts'

type Node = Readonly<{
  'Node Type': string
  'Parent Relationship'?: string
  'Function Call'?: string
  Plans?: readonly Node[]
}>

/**
 * Statements whose plan reads a whole list, a parameter or a CTE, for each row of something else: their time grows with
 * the square.
 */
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

const isLoop = ({ 'Node Type': type, Plans: plans = [] }: Node): boolean =>
  plans.some((plan) => {
    const relation = plan['Parent Relationship']
    return (relation === 'SubPlan' || (relation === 'Inner' && type === 'Nested Loop')) && isList(plan)
  })

const readThrough = ['Materialize', 'Subquery Scan', 'Aggregate', 'Limit', 'Sort']

function isList(node: Node): boolean {
  if (readThrough.includes(node['Node Type'])) return (node.Plans ?? []).some(isList)
  return node['Node Type'] === 'CTE Scan' || /^\w+\(\$\d/.test(node['Function Call'] ?? '')
}
