import { type NetworkList, readNetworks } from '@heliograph/collect/reach/networks.ts'
import type { TelegramBot } from './channels/send-telegram.ts'

export type MessageConfig = Readonly<{
  /** Networks of the operator that messages may go to. */
  openNetworks: NetworkList
  telegram: TelegramBot | undefined
  /** Push services beside those of the browsers. */
  pushHosts: readonly string[]
  /** Whom push services may ask: `mailto:` or `https:`. */
  pushContact: string | undefined
}>

/** @throws Error naming the variable, never the token */
export function readMessageConfig(env: NodeJS.ProcessEnv): MessageConfig {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_URL: url, PUSH_CONTACT: contact } = env
  if (token && !/^\d+:[\w-]{20,}$/.test(token)) throw new Error('TELEGRAM_BOT_TOKEN must look like 123456:ABC...')
  if (contact && !/^(mailto:|https:\/\/)\S+$/.test(contact))
    throw new Error('PUSH_CONTACT must begin with mailto: or https://')
  return {
    openNetworks: readNetworks(env.MESSAGE_OPEN_NETWORKS, 'MESSAGE_OPEN_NETWORKS'),
    telegram: token ? { token, baseUrl: (url || 'https://api.telegram.org').replace(/\/+$/, '') } : undefined,
    pushHosts: (env.PUSH_HOSTS ?? '')
      .split(',')
      .map((text) => text.trim().toLowerCase())
      .filter(Boolean),
    pushContact: contact || undefined,
  }
}
