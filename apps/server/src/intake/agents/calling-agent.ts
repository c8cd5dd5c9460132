import { hashToken } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'

/** The prefix lets scanners recognize a leaked token. */
export const AGENT_TOKEN_PREFIX = 'hge_'

export const isAgentToken = (token: string | undefined): token is string =>
  token?.startsWith(AGENT_TOKEN_PREFIX) === true

/** The agent that calls, and its plant. */
export type CallingAgent = Readonly<{ id: number; plantId: number; tokenHash: Buffer }>

/** The agent with this token; of a plant in the bin, none. */
export const findCallingAgent = (db: Db, token: string): Promise<CallingAgent | undefined> =>
  findByHash(db, hashToken(token))

/** Whether its token counts still: it may have been replaced while a call waited. */
export const isStillPaired = async (db: Db, { tokenHash }: CallingAgent): Promise<boolean> =>
  (await findByHash(db, tokenHash)) !== undefined

async function findByHash(db: Db, tokenHash: Buffer): Promise<CallingAgent | undefined> {
  const row = await db.kysely
    .selectFrom('edge_agents as a')
    .select(['a.id', 'a.plant_id'])
    .where('a.token_hash', '=', tokenHash)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('binned_plants as b').select('b.plant_id').whereRef('b.plant_id', '=', 'a.plant_id'))),
    )
    .executeTakeFirst()
  return row && { id: row.id, plantId: row.plant_id, tokenHash }
}
