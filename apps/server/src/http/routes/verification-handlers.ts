import type { FamilyHandlers } from './handler.ts'

export const verificationHandlers = {
  // The CAPTCHA is a proof of work; there is no slider picture.
  'GET /backyard-api-s/config/slide-verify/enable': async () => ({ enable: false }),
  'GET /backyard-api-s/config/gee-test/enable': async ({ context }) => ({ enable: context.services.humanCheck.isOn }),
  'GET /backyard-api-s/config/human-check': async ({ query, context }) =>
    context.services.humanCheck.create(context.nowMs, query.level),
} satisfies Partial<FamilyHandlers<'backyard-api-s'>>
