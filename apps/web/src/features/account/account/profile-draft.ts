import type { TextKey } from '@heliograph/i18n/keys.ts'

export type ProfileDraft = Readonly<{ nickname: string; account: string; country: string }>

/** The error of each field; an empty object when the draft is valid. */
export function checkProfile(draft: ProfileDraft): Readonly<Partial<Record<keyof ProfileDraft, TextKey>>> {
  return {
    ...(draft.nickname.trim() === '' ? { nickname: 'field.required' as const } : {}),
    ...([...draft.account.trim()].length < 3 ? { account: 'account.account.short' as const } : {}),
  }
}

/** Only what differs from the saved profile; undefined without a change. */
export function changesOf(saved: ProfileDraft, draft: ProfileDraft): Partial<ProfileDraft> | undefined {
  const nickname = draft.nickname.trim()
  const account = draft.account.trim()
  const changes = {
    ...(nickname === saved.nickname ? {} : { nickname }),
    ...(account === saved.account ? {} : { account }),
    ...(draft.country === saved.country ? {} : { country: draft.country }),
  }
  return Object.keys(changes).length > 0 ? changes : undefined
}
