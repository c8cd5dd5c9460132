import type { CurrentUser } from '../../../api/account-types.ts'

type Prompt = CurrentUser['prompts'][number]

/** Per account, for this visit: another user who signs in here is asked again. */
const keyOf = (userId: number): string => `heliograph.later.${userId}`

export const readPostponed = (userId: number): readonly string[] =>
  (sessionStorage.getItem(keyOf(userId)) ?? '').split(',').filter(Boolean)

/** @returns everything that is postponed now */
export function postpone(userId: number, prompt: Prompt): readonly string[] {
  const all = [...new Set([...readPostponed(userId), prompt])]
  sessionStorage.setItem(keyOf(userId), all.join(','))
  return all
}
