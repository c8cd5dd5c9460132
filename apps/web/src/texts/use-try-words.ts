import type { TryReason } from '@heliograph/domain/messages/try-reasons.ts'
import { useText } from './use-text.tsx'

/** Why a try ended as it did, in words, with what the other side said; '' where nothing is known. */
export function useTryWords(): (why: Readonly<{ reason: TryReason | null; answer: string }>) => string {
  const { text } = useText()
  return ({ reason, answer }) =>
    [reason === null ? '' : text(`message-page.s.log.reason.${reason}`), answer]
      .filter((part) => part !== '')
      .join(': ')
}
