import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { isLanguage } from '@heliograph/domain/languages.ts'
import type { MessageChannel } from '@heliograph/domain/messages/message-kinds.ts'
import type { TryReason } from '@heliograph/domain/messages/try-reasons.ts'
import { type Mail, unsubscribeLinks, withoutLinks } from '../../platform/mail/mail.ts'
import { openTarget, type Target } from './addresses.ts'
import type { Outcome } from './channels/outcome.ts'
import { type Outside, OutsideError } from './channels/request-outside.ts'
import { sendNtfy } from './channels/send-ntfy.ts'
import { type PushSettings, sendPush } from './channels/send-push.ts'
import { sendTelegram, type TelegramBot } from './channels/send-telegram.ts'
import { sendWebhook } from './channels/send-webhook.ts'
import type { Letter } from './letter.ts'
import { MESSAGE_LIST } from './unsubscribe.ts'
import { createWriter } from './write-message.ts'

export type Carriers = Readonly<{
  mail: Pick<Mail, 'sendWritten' | 'sendText' | 'hasSms' | 'hasMailServer' | 'findBrand'>
  publicUrl: string
  outside: Outside
  push: PushSettings
  telegram: TelegramBot | undefined
}>

export type Recipient = Readonly<{
  userId: number
  channel: MessageChannel
  /** Sealed; null: the contact of the account. */
  target: string | null
  email: string | null
  phone: string | null
}>

const MOST_SMS_LENGTH = 300

/** One try. Never throws: any failure is an outcome that the owner of the address can read. */
export async function sendLetter(
  carriers: Carriers,
  recipient: Recipient,
  letter: Letter,
  nowMs: number,
): Promise<Outcome> {
  try {
    if (recipient.target === null) return await sendToContact(carriers, recipient, letter)
    return await sendToTarget(carriers, openTarget(recipient.channel, recipient.target), letter, nowMs)
  } catch (error) {
    if (error instanceof OutsideError)
      return { outcome: error.isRefused ? 'refused' : 'later', reason: error.reason, detail: error.answer }
    const { message, answer, retryAfterMs } = error as Error & { answer?: string; retryAfterMs?: number }
    const reason = reasonOf(recipient.channel, answer ?? '')
    return { outcome: 'later', detail: (answer ?? message).slice(0, 200), retryAfterMs, ...(reason && { reason }) }
  }
}

/** @param answer a status of the other side (`EENVELOPE RCPT TO 451`), or only a code of the system (`ETIMEDOUT CONN`) */
function reasonOf(channel: MessageChannel, answer: string): TryReason | undefined {
  if (channel !== 'email' && channel !== 'sms') return undefined
  if (answer !== '' && !/\b\d{3}\b/.test(answer)) return /time_?d?out/i.test(answer) ? 'noAnswer' : 'noConnection'
  return channel === 'email' ? 'mailServer' : 'smsProvider'
}

async function sendToTarget(carriers: Carriers, target: Target, letter: Letter, nowMs: number): Promise<Outcome> {
  const { outside, push, telegram } = carriers
  switch (target.channel) {
    case 'webhook':
      return sendWebhook(target, letter, nowMs, outside)
    case 'ntfy':
      return sendNtfy(target, letter, nowMs, outside)
    case 'push':
      return sendPush(push, target, letter, nowMs, outside)
    case 'telegram':
      if (telegram === undefined) return { outcome: 'later', reason: 'noBot', detail: '' }
      return sendTelegram(telegram, target, letter, nowMs)
  }
}

async function sendToContact(carriers: Carriers, recipient: Recipient, letter: Letter): Promise<Outcome> {
  const { channel, email, phone } = recipient
  if (channel === 'sms') {
    if (phone === null) return { outcome: 'gone', reason: 'noPhone', detail: '' }
    if (!carriers.mail.hasSms) return { outcome: 'later', reason: 'noSmsProvider', detail: '' }
    const text = `${letter.brandName}: ${letter.title}\n${letter.link}`.slice(0, MOST_SMS_LENGTH)
    return { outcome: await carriers.mail.sendText(phone, text), detail: '' }
  }
  if (email === null) return { outcome: 'gone', reason: 'noEmail', detail: '' }
  const { page, headers } = unsubscribeLinks(carriers.publicUrl, {
    list: MESSAGE_LIST,
    subscriber: String(recipient.userId),
  })
  const language = isLanguage(letter.language) ? letter.language : 'en'
  const { translate } = createWriter(language)
  const outcome = await carriers.mail.sendWritten({
    id: letter.id,
    to: email,
    host: letter.host,
    headers,
    content: {
      language,
      // Names chosen by people must not become links.
      subject: withoutLinks(letter.title.slice(0, 160)),
      hello: '',
      text: translate('messages.email.intro'),
      code: undefined,
      facts: letter.lines.map(({ label, text }) => ({ label: withoutLinks(label), value: withoutLinks(text) })),
      button: { label: translate('messages.email.open'), link: letter.link, hint: '' },
      note: letter.more || undefined,
      footer: translate('messages.email.why'),
      unsubscribe: { label: translate('messages.email.unsubscribe'), link: page },
    },
  })
  if (outcome === 'sent' && !carriers.mail.hasMailServer) return { outcome, reason: 'kept', detail: '' }
  return outcome === 'refused' ? { outcome, reason: 'mailRefused', detail: '' } : { outcome, detail: '' }
}

/** Whether a receiver shows the same letter once although it arrives twice. */
export const knowsRepetitions = (channel: MessageChannel): boolean => channel !== 'telegram' && channel !== 'sms'

/** Longer than any channel waits: a try that is not recorded by then belonged to a node that died. */
export const LEASE_MS = 2 * MINUTE_MS
