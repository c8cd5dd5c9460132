import { openText, sealText } from '../secret-key/secret-key.ts'

/** Subscription of one reader to one list of emails. */
export type Subscription = Readonly<{
  /** `messages`, `reports`. */
  list: string
  /** Key by which the list knows its reader. */
  subscriber: string
}>

const PURPOSE = 'unsubscribe'
/** Of sealed texts (secret-key/sealing.ts); the link does without it. */
const MARK = 'hgs1.'

/** Names the reader and the list to this server alone, and holds no address in clear. Works until the key changes. */
export const makeUnsubscribeToken = (subscription: Subscription): string =>
  sealText(JSON.stringify([subscription.list, subscription.subscriber]), PURPOSE).slice(MARK.length)

/** undefined: not a token of this server. */
export function readUnsubscribeToken(token: string): Subscription | undefined {
  try {
    const [list, subscriber] = JSON.parse(openText(`${MARK}${token}`, PURPOSE)) as readonly unknown[]
    return typeof list === 'string' && typeof subscriber === 'string' ? { list, subscriber } : undefined
  } catch {
    return undefined
  }
}

/** RFC 8058: the mail program ends the list with one POST; the page asks first, because scanners follow links. */
export function unsubscribeLinks(publicUrl: string, subscription: Subscription) {
  const token = makeUnsubscribeToken(subscription)
  return {
    page: `${publicUrl}/unsubscribe?token=${token}`,
    headers: {
      'List-Unsubscribe': `<${publicUrl}/message-s/unsubscribe/${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': `<${subscription.list}.${new URL(publicUrl).hostname}>`,
    },
  }
}
