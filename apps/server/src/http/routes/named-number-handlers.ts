import { decideNumber, listNumbers } from '../../intake/collect/collect.ts'
import type { FamilyHandlers } from './handler.ts'

export const namedNumberHandlers = {
  'GET /maintain-s/station/{id}/numbers': async ({ params, context }) => ({
    data: (await listNumbers(context.db, params.id)).map(({ guess, use, ...number }) => ({
      ...number,
      guess: guess && { isTurned: false, ...guess },
      use: use && { isTurned: false, ...use },
    })),
  }),
  'POST /maintain-s/station/{id}/numbers/{numberId}': async ({ params, body, context }) => {
    await decideNumber(context.db, { plantId: params.id, numberId: params.numberId }, body.use)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
