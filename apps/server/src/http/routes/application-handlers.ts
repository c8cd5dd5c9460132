import { planStatuses } from '@heliograph/domain/data-plan.ts'
import { isPayable } from '@heliograph/domain/payment.ts'
import {
  cancelOrder,
  changeDataPlan,
  closeOrder,
  countPlans,
  listDataPlans,
  listRenewals,
  orderRenewal,
  type Renewal,
  readRenewalPayment,
  saveRenewalPayment,
} from '../../delivery/orders/orders.ts'
import { addCard, listCards, listOpenCards, openCard, removeCard, switchCard } from '../../operator/cards/cards.ts'
import type { FamilyHandlers } from './handler.ts'
import { toSeconds } from './scales.ts'

const toSecondsOrNull = (ms: number | null): number | null => (ms === null ? null : toSeconds(ms))

const toOrder = ({ serial, loggerName, plantName, orderedMs, closedMs, expiresOn, account: _, ...row }: Renewal) => ({
  ...row,
  deviceSn: serial,
  name: loggerName,
  stationName: plantName,
  orderTime: toSeconds(orderedMs),
  closeTime: toSecondsOrNull(closedMs),
  limitTime: expiresOn,
})

export const applicationHandlers = {
  'GET /backyard-api-s/application/home': async ({ context }) => {
    const { db, session, nowMs } = context
    const [dataPlans, cards, isUninsured] = await Promise.all([
      countPlans(db, session, nowMs),
      listOpenCards(db, session.userId),
      context.hides('insurance'),
    ])
    const shown = isUninsured ? cards.filter(({ kind }) => kind !== 'insurance') : cards
    return {
      dataPlans,
      cards: shown.map(({ body, consentedMs, ...one }) => ({
        ...one,
        content: body,
        consentTime: toSecondsOrNull(consentedMs),
      })),
    }
  },
  'GET /backyard-api-s/application/data-plan': async ({ query, context }) => {
    const { page, size } = query
    const asked = { all: query.all === '1', page, size }
    const [{ total, items }, renewal] = await Promise.all([
      listDataPlans(context.db, context.session, asked, context.nowMs),
      readRenewalPayment(context.db),
    ])
    const takesOrders = isPayable(renewal)
    return {
      total,
      data: items.map((item) => ({
        id: item.loggerId,
        deviceSn: item.serial,
        name: item.name,
        stationId: item.plantId,
        stationName: item.plantName,
        limitTime: item.expiresOn,
        status: planStatuses[item.status],
        provider: item.provider,
        iccid: item.mayEdit ? item.iccid : '',
        isDisabled: item.isDisabled,
        mayEdit: item.mayEdit,
        mayOrder: item.mayEdit && takesOrders,
        orderId: item.openOrderId,
      })),
    }
  },
  'POST /backyard-api-s/application/data-plan/{id}': async ({ params, body, context }) => {
    const { limitTime, ...plan } = body
    await changeDataPlan(context.db, params.id, { ...plan, expiresOn: limitTime })
    return { success: true }
  },
  'POST /backyard-api-s/application/data-plan/{id}/order': async ({ params, body, context }) => {
    const { db, session, nowMs } = context
    return orderRenewal(db, { ...body, loggerId: params.id, userId: session.userId }, nowMs)
  },
  'GET /backyard-api-s/application/order': async ({ query, context }) => {
    const { page, size } = query
    const { total, items } = await listRenewals(context.db, { userId: context.session.userId, page, size })
    return { total, data: items.map(toOrder) }
  },
  'POST /backyard-api-s/application/order/{id}/cancel': async ({ params, context }) => {
    await cancelOrder(context.db, { kind: 'renewal', id: params.id, userId: context.session.userId }, context.nowMs)
    return { success: true }
  },
  'GET /backyard-api-s/application/order/manage': async ({ query, context }) => {
    const { page, size, state } = query
    const { total, items } = await listRenewals(context.db, { page, size, state })
    return { total, data: items.map((renewal) => ({ ...toOrder(renewal), account: renewal.account })) }
  },
  'POST /backyard-api-s/application/order/{id}/state': async ({ params, body, context }) => {
    const { state, limitTime } = body
    await closeOrder(context.db, { kind: 'renewal', id: params.id, state, expiresOn: limitTime }, context.nowMs)
    return { success: true }
  },
  'GET /backyard-api-s/application/renewal': ({ context }) => readRenewalPayment(context.db),
  'POST /backyard-api-s/application/renewal': async ({ body, context }) => {
    await saveRenewalPayment(context.db, body)
    return { success: true }
  },
  'GET /backyard-api-s/application/card': async ({ context }) => {
    const rows = await listCards(context.db)
    return { total: rows.length, data: rows.map(({ body, ...one }) => ({ ...one, content: body })) }
  },
  'POST /backyard-api-s/application/card': ({ body, context }) => {
    const { content, ...draft } = body
    return addCard(context.db, { ...draft, body: content }, context.nowMs)
  },
  'POST /backyard-api-s/application/card/{id}': async ({ params, body, context }) => {
    await switchCard(context.db, params.id, body.isOn, context.nowMs)
    return { success: true }
  },
  'DELETE /backyard-api-s/application/card/{id}': async ({ params, context }) => {
    await removeCard(context.db, params.id)
    return { success: true }
  },
  'POST /backyard-api-s/application/card/{id}/open': async ({ params, body, context }) => {
    const { db, session, services, nowMs } = context
    const visitor = { userId: session.userId, language: body.lan, issuer: services.publicUrl }
    const hidden = (await context.hides('insurance')) ? 'insurance' : undefined
    return { url: await openCard(db, visitor, { id: params.id, consents: body.consent, hidden }, nowMs) }
  },
} satisfies Partial<FamilyHandlers<'backyard-api-s'>>
