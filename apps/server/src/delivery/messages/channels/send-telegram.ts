import { cleanLine } from '@heliograph/domain/text.ts'
import type { Target } from '../addresses.ts'
import { type Letter, writeLines } from '../letter.ts'
import { judgeStatus, type Outcome } from './outcome.ts'
import { OutsideError } from './request-outside.ts'

/** The operator's bot. The token is part of every address: no message may repeat it. */
export type TelegramBot = Readonly<{ token: string; baseUrl: string; patienceMs?: number }>

type Reply = Readonly<{
  status: number
  retryAfter: string | undefined
  ok: boolean
  result: unknown
  description: string
  parameters: Readonly<{ retry_after?: unknown; migrate_to_chat_id?: unknown }>
}>

const MOST_LENGTH = 4_000
const MOST_REPLY_BYTES = 256 * 1024

/** Telegram knows no repetition: after no answer, which mostly means that nothing was sent, it may appear twice. */
export async function sendTelegram(
  bot: TelegramBot,
  target: Extract<Target, { channel: 'telegram' }>,
  letter: Letter,
  nowMs: number,
): Promise<Outcome> {
  const title = `<b>${escapeHtml(letter.title)}</b>`
  const text = `${title}\n${escapeHtml(writeLines(letter, MOST_LENGTH - letter.title.length - 400))}`
  const reply = await askTelegram(bot, 'sendMessage', {
    chat_id: target.chatId,
    text: text.slice(0, MOST_LENGTH),
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
    disable_notification: letter.level === 0,
    ...(letter.link.startsWith('https:')
      ? { reply_markup: { inline_keyboard: [[{ text: '↗', url: letter.link }]] } }
      : {}),
  })
  if (reply.ok) return { outcome: 'sent', detail: '' }
  const detail = `${reply.status}: ${cleanLine(reply.description, 120)}`
  const { retry_after: wait, migrate_to_chat_id: movedTo } = reply.parameters
  if (typeof movedTo === 'number') return { outcome: 'later', detail, movedTo: String(movedTo) }
  // Blocked by the person, removed from the group, or never spoken to.
  if (reply.status === 403) return { outcome: 'gone', reason: 'gone', detail }
  const judged = judgeStatus({ status: reply.status, headers: { 'retry-after': reply.retryAfter } }, nowMs)
  if (judged.outcome !== 'later') return { outcome: 'refused', detail }
  return { ...judged, detail, retryAfterMs: typeof wait === 'number' ? wait * 1000 : judged.retryAfterMs }
}

const escapeHtml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** One call of the bot API. @throws OutsideError */
export async function askTelegram(bot: TelegramBot, method: string, body: object): Promise<Reply> {
  try {
    const response = await fetch(`${bot.baseUrl}/bot${bot.token}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(bot.patienceMs ?? 15_000),
    })
    const text = await readText(response)
    const options = parse(text)
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after') ?? undefined,
      ok: response.ok && options.ok === true,
      result: options.result,
      description: typeof options.description === 'string' ? options.description : `HTTP ${response.status}`,
      parameters: (options.parameters ?? {}) as Reply['parameters'],
    }
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } }
    if (name === 'TimeoutError') throw new OutsideError('noAnswer', false)
    throw new OutsideError('noConnection', false, cause?.code)
  }
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    parts.push(next.value)
    bytes += next.value.length
    if (bytes > MOST_REPLY_BYTES) {
      await reader?.cancel()
      break
    }
  }
  return Buffer.concat(parts).toString('utf8')
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
