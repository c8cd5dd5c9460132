import type { Message } from '../api/messages.ts'
import { accountPath } from './account-paths.ts'
import { alarmsPath, applicationPath, plantPath, withQuery } from './paths.ts'

const securityEvents: ReadonlySet<string> = new Set([
  'newBrowser',
  'passwordChanged',
  'contactChanged',
  'secondFactorChanged',
])

/** Where a message is about: its alarm, the alarms of its plants, or the settings that it names; else the message center. */
export function messagePath({ kind, plantId, entries }: Pick<Message, 'kind' | 'plantId' | 'entries'>): string {
  const [first] = entries
  if (kind === 'alarm') {
    if (plantId === null) return alarmsPath()
    const alarm = entries.length === 1 ? first?.alarm : undefined
    const state = alarm?.change === 'closed' ? 'history' : undefined
    return withQuery(plantPath('alert'), { id: plantId, state, alarm: alarm?.id })
  }
  if (first?.what === 'creditsLow' || first?.what === 'creditsOut') return applicationPath('messageCharge')
  if (first?.what === 'addressPaused') return accountPath('message')
  if (first?.what === 'webhookPaused') return accountPath('security')
  if (first !== undefined && securityEvents.has(first.what)) return accountPath('security')
  return plantId === null ? withQuery('/messages', { kind }) : plantPath('data', { id: plantId })
}
