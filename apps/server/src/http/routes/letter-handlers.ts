import { listBills, readLetter, removeBill, saveBill } from '../../insight/letter/letter.ts'
import type { FamilyHandlers } from './handler.ts'

export const letterHandlers = {
  'GET /maintain-s/station/{id}/letter': async ({ params, query, context }) => {
    const hasAlarms = context.membership.rights.includes('viewPlantAlert')
    return await readLetter(context.db, params.id, { ...query, hasAlarms, nowMs: context.nowMs })
  },
  'GET /maintain-s/station/{id}/bills': async ({ params, context }) => {
    const { currency, bills } = await listBills(context.db, params.id)
    return {
      currency,
      bills: bills.map(({ id, bill, cost, comparison: { days, purchased, fedIn } }) => ({
        ...bill,
        id,
        days,
        cost,
        comparison: { purchased, fedIn },
      })),
    }
  },
  'POST /maintain-s/station/{id}/bills': async ({ params, body, context }) => ({
    id: await saveBill(context.db, params.id, body, context.nowMs),
  }),
  'DELETE /maintain-s/station/{id}/bills/{billId}': async ({ params, context }) => {
    await removeBill(context.db, params.id, params.billId)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
