import {
  judgeStatus,
  type Outcome,
  type Outside,
  OutsideError,
  requestOutside,
  signWebhook,
} from '../messages/messages.ts'
import type { WebhookTarget } from './webhook-list.ts'

/** One try, by the address rules and the signature of messages (Standard Webhooks 1.0.0). */
export async function sendBatch(
  target: WebhookTarget,
  { id, body }: Readonly<{ id: string; body: string }>,
  outside: Outside,
  nowMs: number,
): Promise<Outcome> {
  const headers = {
    'content-type': 'application/json',
    ...signWebhook({ secret: target.secret, id, atMs: nowMs, body }),
  }
  try {
    return judgeStatus(await requestOutside(target.url, { method: 'POST', headers, body }, outside), nowMs)
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    return { outcome: error.isRefused ? 'refused' : 'later', reason: error.reason, detail: error.answer }
  }
}
