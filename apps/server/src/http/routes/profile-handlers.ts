import { preferences } from '@heliograph/contract/user-s/profile.ts'
import { changePreferences, changeProfile, findPhoto, setPhoto } from '../../people/accounts/accounts.ts'
import type { FamilyHandlers } from './handler.ts'

export const profileHandlers = {
  'POST /user-s/acc/profile': async ({ body, context }) => {
    await changeProfile(context.db, context.session.userId, body, context.nowMs)
    return { success: true }
  },
  'POST /user-s/acc/preferences': async ({ body, context }) =>
    preferences.parse(await changePreferences(context.db, context.session, body, context.nowMs)),
  'GET /user-s/acc/photo': async ({ context }) => ({
    photo: (await findPhoto(context.db, context.session.userId)) ?? null,
  }),
  'POST /user-s/acc/photo': async ({ body, context }) => {
    await setPhoto(context.db, context.session.userId, body.photo)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'user-s'>>
