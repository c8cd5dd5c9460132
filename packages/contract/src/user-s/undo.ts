import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'
import { done, id } from '../page.ts'

export const undoCalls = {
  'POST /user-s/undo/{entryId}': endpoint({
    summary:
      'Undo a saved setting by its entry in the log: the same call with the values before, if they are unchanged',
    undo: 'ownWay',
    right: signedIn,
    params: z.object({ entryId: id }),
    body: z.strictObject({}),
    reply: done,
  }),
} as const
