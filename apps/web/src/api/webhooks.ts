/** Programs that receive what plants measured. */
import type { CallArguments, CallReply } from '@heliograph/contract/calls.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

export type Webhook = CallReply<'GET /user-s/acc/webhook'>['data'][number]
export type NewWebhook = CallArguments<'POST /user-s/acc/webhook'>['body']

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => call('GET /user-s/acc/webhook', undefined, { signal }),
  // The last delivery stands there in words.
  refetchInterval: 30_000,
})

export const addWebhook = (body: NewWebhook) => call('POST /user-s/acc/webhook', { body })
export const removeWebhook = (id: number) => call('DELETE /user-s/acc/webhook/{id}', { params: { id } })
export const testWebhook = (id: number) => call('POST /user-s/acc/webhook/{id}/test', { params: { id } })
export const resumeWebhook = (id: number) => call('POST /user-s/acc/webhook/{id}/resume', { params: { id } })
