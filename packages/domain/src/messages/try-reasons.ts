/** Why a try to send a message ended as it did; the page has words for each in every language. */
export const tryReasons = [
  /** An email that became a file: this server has no mail server. */
  'kept',
  'noCredits',
  'noPhone',
  'noEmail',
  'noBot',
  'noSmsProvider',
  'noWebAddress',
  'insideNetwork',
  'notEncrypted',
  'unknownPushService',
  'unknownHost',
  'noAnswer',
  'noConnection',
  'mailServer',
  'mailRefused',
  'smsProvider',
  /** The other side asked for patience. */
  'busy',
  /** The other side says that the address exists no longer. */
  'gone',
] as const
export type TryReason = (typeof tryReasons)[number]

const MARK = ': '
const isReason = (text: string): text is TryReason => (tryReasons as readonly string[]).includes(text)

/** A reason and what the other side said, in one line of text: `busy: HTTP 429`. */
export const joinReason = (reason: TryReason | null, answer = ''): string =>
  [reason ?? '', answer].filter((part) => part !== '').join(MARK)

/** The parts of such a line; text without a reason is what the other side said. */
export function splitReason(line: string): Readonly<{ reason: TryReason | null; answer: string }> {
  const [head = '', ...rest] = line.split(MARK)
  return isReason(head) ? { reason: head, answer: rest.join(MARK) } : { reason: null, answer: line }
}
