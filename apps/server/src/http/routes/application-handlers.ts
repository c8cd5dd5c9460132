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

const toOrder = ({ account: _, ...row }: Renewal) => row

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
      cards: shown,
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
        ...item,
        iccid: item.mayEdit ? item.iccid : '',
        mayOrder: item.mayEdit && takesOrders,
      })),
    }
  },
  'POST /backyard-api-s/application/data-plan/{id}': async ({ params, body, context }) => {
    await changeDataPlan(context.db, params.id, body)
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
    return { total, data: items }
  },
  'POST /backyard-api-s/application/order/{id}/state': async ({ params, body, context }) => {
    await closeOrder(context.db, { kind: 'renewal', id: params.id, ...body }, context.nowMs)
    return { success: true }
  },
  'GET /backyard-api-s/application/renewal': ({ context }) => readRenewalPayment(context.db),
  'POST /backyard-api-s/application/renewal': async ({ body, context }) => {
    await saveRenewalPayment(context.db, body)
    return { success: true }
  },
  'GET /backyard-api-s/application/card': async ({ context }) => {
    const rows = await listCards(context.db)
    return { total: rows.length, data: rows }
  },
  'POST /backyard-api-s/application/card': ({ body, context }) => addCard(context.db, body, context.nowMs),
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
    const visitor = { userId: session.userId, language: body.language, issuer: services.publicUrl }
    const hidden = (await context.hides('insurance')) ? 'insurance' : undefined
    return { url: await openCard(db, visitor, { id: params.id, consents: body.consent, hidden }, nowMs) }
  },
} satisfies Partial<FamilyHandlers<'backyard-api-s'>>
