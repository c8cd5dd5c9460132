/** Channels, times and kinds of a person's messages; what was sent. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import type { MessageAddress, MessageSending } from '@heliograph/contract/message-s/settings.ts'
import type { AlarmThreshold, MessageSettings } from '@heliograph/domain/messages/message-settings.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

export type { MessageAddress, MessageSending }
export type MessageSetup = CallReply<'GET /message-s/settings'>
export type PlantChoice = MessageSetup['plants'][number]

export const SENDINGS_SHOWN = 10

export const setupQuery = queryOptions({
  queryKey: ['message-settings'],
  queryFn: ({ signal }) => call('GET /message-s/settings', undefined, { signal }),
})
export const sendingsQuery = queryOptions({
  queryKey: ['message-settings', 'sendings'],
  queryFn: ({ signal }) => call('GET /message-s/sending', { query: { page: 1, size: SENDINGS_SHOWN } }, { signal }),
  // A test arrives within seconds.
  refetchInterval: (query) => (query.state.data?.data.some(({ state }) => state === 'waiting') ? 2_000 : 30_000),
})

export const saveSettings = ({ channels, ...settings }: MessageSettings) =>
  call('POST /message-s/settings', { body: { ...settings, channels: { ...channels } } })
export const choosePlant = (plantId: number, alarms: AlarmThreshold | null) =>
  call('POST /message-s/settings/plant', { body: { plantId, alarms } })
export const addPush = (options: Readonly<{ name: string; endpoint: string; p256dh: string; auth: string }>) =>
  call('POST /message-s/address', { body: { channel: 'push', ...options } })
export const addNtfy = (options: Readonly<{ name: string; server: string; topic: string; token: string }>) =>
  call('POST /message-s/address', { body: { channel: 'ntfy', ...options } })
export const addWebhook = (options: Readonly<{ name: string; url: string }>) =>
  call('POST /message-s/address', { body: { channel: 'webhook', ...options } })
export const linkTelegram = () => call('POST /message-s/address/telegram')
export const removeAddress = (addressId: number) =>
  call('DELETE /message-s/address/{addressId}', { params: { addressId } })
export const testAddress = (addressId: number) =>
  call('POST /message-s/address/{addressId}/test', { params: { addressId } })
export const resumeAddress = (addressId: number) =>
  call('POST /message-s/address/{addressId}/resume', { params: { addressId } })

export const lookUnsubscribe = (token: string, signal?: AbortSignal) =>
  call('GET /message-s/unsubscribe/{token}', { params: { token } }, { signal })
export const endEmails = (token: string) =>
  call('POST /message-s/unsubscribe/{token}', { params: { token }, body: { 'List-Unsubscribe': 'One-Click' } })
