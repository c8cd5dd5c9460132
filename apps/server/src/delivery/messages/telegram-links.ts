import { randomBytes } from 'node:crypto'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { putOneTimeToken, takeOneTimeToken } from '../../platform/one-time-tokens/one-time-tokens.ts'
import { putAddress } from './addresses.ts'
import { askTelegram, type TelegramBot } from './channels/send-telegram.ts'

const KIND = 'telegram'
const VALID_MS = 15 * MINUTE_MS

/** A link to the bot that connects the chat in which it is followed with the person, once. */
export async function linkTelegram(
  { kysely }: Db,
  options: Readonly<{ userId: number; botName: string; nowMs: number }>,
): Promise<Readonly<{ link: string; expiresAtMs: number }>> {
  const expiresAtMs = options.nowMs + VALID_MS
  const secret = randomBytes(24).toString('base64url')
  await putOneTimeToken(kysely, { kind: KIND, userId: options.userId, expiresAtMs, secret })
  return { link: `https://t.me/${options.botName}?start=${secret}`, expiresAtMs }
}

type Update = Readonly<{
  update_id: number
  message?: Readonly<{
    text?: string
    chat?: Readonly<{ id: number; title?: string; username?: string; first_name?: string }>
  }>
}>

/** Looks for people who followed their link; asks the bot only while a link is open. @returns how many chats were connected */
export async function connectTelegram(db: Db, bot: TelegramBot, nowMs: number): Promise<number> {
  const { rows } = await sql`select 1 from one_time_secrets
    where kind = ${KIND} and expires_at > ${new Date(nowMs)} limit 1`.execute(db.kysely)
  if (rows.length === 0) return 0
  const { ok, result } = await askTelegram(bot, 'getUpdates', { timeout: 0, limit: 100, allowed_updates: ['message'] })
  const updates = ok && Array.isArray(result) ? (result as readonly Update[]) : []
  let connected = 0
  for (const { message } of updates) {
    const [, secret] = /^\/start ([\w-]{20,64})$/.exec(message?.text ?? '') ?? []
    const chat = message?.chat
    if (secret === undefined || typeof chat?.id !== 'number') continue
    const taken = await takeOneTimeToken(db.kysely, KIND, secret, nowMs)
    if (taken?.userId == null) continue
    const name = cleanLine(chat.title ?? chat.username ?? chat.first_name ?? 'Telegram', 60) || 'Telegram'
    await putAddress(db.kysely, {
      userId: taken.userId,
      name,
      target: { channel: 'telegram', chatId: String(chat.id) },
      nowMs,
    })
    connected += 1
  }
  const last = updates.at(-1)?.update_id
  // Only what was stored is confirmed: a node that dies before reads them again.
  if (typeof last === 'number') await askTelegram(bot, 'getUpdates', { offset: last + 1, timeout: 0, limit: 1 })
  return connected
}

/** The bot's name, for links. undefined: the token is wrong, or Telegram cannot be reached. */
export async function findBotName(bot: TelegramBot): Promise<string | undefined> {
  try {
    const { ok, result } = await askTelegram(bot, 'getMe', {})
    const { username } = (result ?? {}) as { username?: unknown }
    return ok && typeof username === 'string' ? username : undefined
  } catch {
    return undefined
  }
}
