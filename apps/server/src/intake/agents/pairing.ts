import { createHash, randomBytes, randomInt } from 'node:crypto'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { sql } from 'kysely'
import { hashToken } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import { notFound } from '../../platform/db/not-found.ts'
import { AGENT_NEWS } from '../collect/collect.ts'
import { AGENT_TOKEN_PREFIX } from './calling-agent.ts'

/** No letters that look like digits. 40 bits, for a quarter of an hour, behind a limit of calls per address. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 8
const VALID_MS = 15 * MINUTE_MS
const MOST_AGENTS = 20

const hashCode = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest()

/** A code for the page; it replaces the plant's code before. @throws Refusal NOT_FOUND for an agent of another plant, TOO_MANY */
export async function addPairing(
  db: Db,
  options: Readonly<{ plantId: number; userId: number; name: string; agentId?: number | undefined; nowMs: number }>,
): Promise<Readonly<{ pairingCode: string; expiresAtMs: number }>> {
  const { plantId, userId, agentId, nowMs } = options
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const expiresAtMs = nowMs + VALID_MS
  await db.transaction(async (transaction) => {
    await sql`select from plants where id = ${plantId} for no key update`.execute(transaction)
    const known = transaction.selectFrom('edge_agents').where('plant_id', '=', plantId)
    const before =
      agentId === undefined
        ? undefined
        : await known.select('name').where('id', '=', agentId).executeTakeFirstOrThrow(notFound)
    const { count } = await known.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    if (agentId === undefined && count >= MOST_AGENTS) throw new Refusal('TOO_MANY', { most: MOST_AGENTS })
    const name = cleanLine(options.name, 60) || before?.name || `Agent ${Number(count) + 1}`
    await transaction.deleteFrom('edge_pairings').where('plant_id', '=', plantId).execute()
    await transaction
      .insertInto('edge_pairings')
      .values({
        plant_id: plantId,
        code_hash: hashCode(letters),
        name,
        agent_id: agentId ?? null,
        user_id: userId,
        expires_at: new Date(expiresAtMs),
      })
      .execute()
  })
  return { pairingCode: `${letters.slice(0, 4)}-${letters.slice(4)}`, expiresAtMs }
}

/** Spends a code. Only this reply contains the token. @throws Refusal NOT_FOUND for a code that is none, or no longer */
export async function pairAgent(
  db: Db,
  options: Readonly<{ pairingCode: string; version: string; platform: string; nowMs: number }>,
): Promise<Readonly<{ token: string; name: string }>> {
  const { pairingCode, version, platform, nowMs } = options
  const token = `${AGENT_TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`
  const name = await db.transaction(async (transaction) => {
    const pairing = await transaction
      .deleteFrom('edge_pairings')
      .where('code_hash', '=', hashCode(pairingCode))
      .where('expires_at', '>', new Date(nowMs))
      .returningAll()
      .executeTakeFirstOrThrow(notFound)
    const paired = {
      token_hash: hashToken(token),
      paired_at: new Date(nowMs),
      paired_by: pairing.user_id,
      heard_at: new Date(nowMs),
      report: JSON.stringify({ version: cleanLine(version), platform: cleanLine(platform) }) as never,
    }
    if (pairing.agent_id === null)
      await transaction
        .insertInto('edge_agents')
        .values({ ...paired, plant_id: pairing.plant_id, name: pairing.name })
        .execute()
    else {
      await transaction.updateTable('edge_agents').set(paired).where('id', '=', pairing.agent_id).execute()
      // The agent before may wait for news: its token counts no longer.
      await notify(transaction, AGENT_NEWS, String(pairing.agent_id))
    }
    return pairing.name
  })
  return { token, name }
}
