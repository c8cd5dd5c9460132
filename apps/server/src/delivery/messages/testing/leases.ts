import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/** As if the time were over for which nodes have taken sendings. */
export const endLeases = ({ kysely }: Db) =>
  sql`update message_sendings set leased_until = clock_timestamp() - interval '1 second' where leased_until is not null`.execute(
    kysely,
  )
