import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { ensurePushKeys } from './channels/push-keys.ts'
import { checkOutside, OutsideError } from './channels/request-outside.ts'
import { requirePushService } from './channels/send-push.ts'
import type { MessageConfig } from './message-config.ts'
import { runOutbox } from './outbox.ts'
import type { Carriers } from './send-letter.ts'
import { connectTelegram, findBotName } from './telegram-links.ts'

/** Channels, as the calls need them. */
export type MessageChannels = Readonly<{
  /** The key that browsers subscribe with. */
  pushKey: string
  /** null: none is configured, or it does not answer. */
  findTelegramBot: () => Promise<string | null>
  /** @throws Refusal PARAM_ERROR naming the field */
  checkLink: (link: string, field: string) => Promise<void>
  /** @throws Refusal PARAM_ERROR for an endpoint of no known service */
  checkPush: (endpoint: string) => Promise<void>
}>

export type MessageService = Readonly<{
  channels: MessageChannels
  /** Carries outside what is due; its clock calls it every few seconds. */
  carry: (signal: AbortSignal) => Promise<number>
  /** Connects the chats of people who followed their link. null: no bot. */
  connectChats: (() => Promise<number>) | null
}>

export async function createMessageService(
  options: Readonly<{ db: Db; mail: Mail; config: MessageConfig; publicUrl: string; now: () => number }>,
): Promise<MessageService> {
  const { db, mail, config, publicUrl, now } = options
  const keys = await ensurePushKeys(db)
  const { telegram, pushHosts, openNetworks } = config
  const carriers: Carriers = {
    mail,
    publicUrl,
    telegram,
    outside: { networks: openNetworks },
    push: { keys, subject: config.pushContact ?? subjectOf(publicUrl), hosts: pushHosts },
  }
  let botName: string | undefined
  return {
    channels: {
      pushKey: keys.publicKey,
      findTelegramBot: async () => {
        if (telegram === undefined) return null
        botName ??= await findBotName(telegram)
        return botName ?? null
      },
      checkLink: (link, field) => refuse(field, () => checkOutside(link, carriers.outside)),
      checkPush: (endpoint) => refuse('endpoint', async () => requirePushService(endpoint, pushHosts)),
    },
    carry: (signal) => runOutbox(db, carriers, { now, signal }),
    connectChats: telegram === undefined ? null : () => connectTelegram(db, telegram, now()),
  }
}

/** Push services want an address; a server at home has no public one. */
const subjectOf = (publicUrl: string): string =>
  publicUrl.startsWith('https://') ? publicUrl : `mailto:heliograph@${new URL(publicUrl).hostname}`

async function refuse(field: string, check: () => Promise<void>): Promise<void> {
  try {
    await check()
  } catch (error) {
    if (error instanceof OutsideError) throw new Refusal('PARAM_ERROR', { field, reason: error.message })
    throw error
  }
}
