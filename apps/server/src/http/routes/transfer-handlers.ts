import type { FamilyHandlers } from './handler.ts'

export const transferHandlers = {
  'POST /user-s/transfer/begin': ({ body, context }) => context.services.dataCenters.receive.begin(body),
  'POST /user-s/transfer/rows': ({ body, context }) => context.services.dataCenters.receive.rows(body),
  'POST /user-s/transfer/finish': ({ body, context }) => context.services.dataCenters.receive.finish(body),
  'POST /user-s/transfer/cancel': ({ body, context }) => context.services.dataCenters.receive.cancel(body),
  'POST /user-s/transfer/records': ({ body, context }) => context.services.dataCenters.receive.records(body),
} satisfies Partial<FamilyHandlers<'user-s'>>
