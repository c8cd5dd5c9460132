/** Applications beside the plants: data plans of loggers, and cards that the operator added. */

import type { DataPlanWire } from '@heliograph/contract/backyard-api-s/application.ts'
import type { PlanStatus } from '@heliograph/domain/data-plan.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { queryOptions } from '@tanstack/react-query'
import { safeLink } from './brand.ts'
import { call } from './call.ts'

export const applicationsKey = ['applications'] as const
export const APPLICATIONS_PAGE = 20

export type ApplicationCard = Readonly<{
  id: number
  kind: 'insurance' | 'plugin'
  title: string
  body: string
  /** Where it leads. */
  host: string
  /** Its page is shown within ours. */
  isFrame: boolean
  consentedMs: number | undefined
}>
export type Applications = Readonly<{
  plans: Readonly<{ total: number; ending: number }>
  cards: readonly ApplicationCard[]
}>

export const applicationsQuery = queryOptions({
  queryKey: [...applicationsKey, 'home'],
  queryFn: async ({ signal }): Promise<Applications> => {
    const { dataPlans, cards } = await call('GET /backyard-api-s/application/home', undefined, { signal })
    return {
      plans: dataPlans,
      cards: cards.map(({ consentedMs, ...one }) => ({ ...one, consentedMs: consentedMs ?? undefined })),
    }
  },
})

export type DataPlan = Readonly<{
  loggerId: number
  serial: string
  name: string
  plantId: number
  plantName: string
  /** YYYY-MM-DD; undefined: not entered. */
  expiresOn: string | undefined
  status: PlanStatus
  provider: string
  iccid: string
  isDisabled: boolean
  mayEdit: boolean
  /** They may edit it, and the operator has said how a renewal is paid. */
  mayOrder: boolean
  orderId: number | undefined
}>
export type PageOf<T> = Readonly<{ total: number; rows: readonly T[] }>

export const pageOf = (page: number) =>
  ({ page, size: APPLICATIONS_PAGE, 'order.direction': 'DESC', 'order.property': 'id' }) as const
const toPlan = ({ expiresOn, openOrderId, ...row }: DataPlanWire): DataPlan => ({
  ...row,
  expiresOn: expiresOn ?? undefined,
  orderId: openOrderId ?? undefined,
})

/** @param all loggers without a plan too */
export const dataPlansQuery = (all: boolean, page: number) =>
  queryOptions({
    queryKey: [...applicationsKey, 'plans', all, page],
    queryFn: async ({ signal }): Promise<PageOf<DataPlan>> => {
      const query = { ...pageOf(page), all: all ? ('1' as const) : ('0' as const) }
      const { total, data } = await call('GET /backyard-api-s/application/data-plan', { query }, { signal })
      return { total, rows: data.map(toPlan) }
    },
  })

export const saveDataPlan = (
  loggerId: number,
  options: Readonly<{ expiresOn: string; provider: string; iccid: string; isDisabled: boolean }>,
): Promise<unknown> => {
  const { expiresOn, ...plan } = options
  const body = { ...plan, expiresOn: expiresOn === '' ? null : expiresOn }
  return call('POST /backyard-api-s/application/data-plan/{id}', { params: { id: loggerId }, body })
}

/** How an order is paid, as the operator says. */
export type Payment = Readonly<{ id: number; text: string; link: string | undefined }>

export async function orderRenewal(
  loggerId: number,
  options: Readonly<{ months: number; note: string }>,
): Promise<Payment> {
  const parts = { params: { id: loggerId }, body: options }
  const { id, text, payLink } = await call('POST /backyard-api-s/application/data-plan/{id}/order', parts)
  return { id, text, link: safeLink(payLink) }
}

export type Renewal = Readonly<{ text: string; link: string }>
export const renewalQuery = queryOptions({
  queryKey: [...applicationsKey, 'renewal'],
  queryFn: ({ signal }): Promise<Renewal> => call('GET /backyard-api-s/application/renewal', undefined, { signal }),
})
export const saveRenewal = (body: Renewal) => call('POST /backyard-api-s/application/renewal', { body })

export type OperatorCard = Readonly<{
  id: number
  kind: 'insurance' | 'plugin'
  title: string
  body: string
  url: string
  withToken: boolean
  isOn: boolean
}>
export const operatorCardsQuery = queryOptions({
  queryKey: [...applicationsKey, 'cards'],
  queryFn: async ({ signal }): Promise<readonly OperatorCard[]> => {
    const { data } = await call('GET /backyard-api-s/application/card', undefined, { signal })
    return data
  },
})
/** @returns the secret that signs the tokens, shown once; null: none */
export const addCard = async (body: Omit<OperatorCard, 'id' | 'isOn'>): Promise<string | null> =>
  (await call('POST /backyard-api-s/application/card', { body })).secret
export const switchCard = (id: number, isOn: boolean) =>
  call('POST /backyard-api-s/application/card/{id}', { params: { id }, body: { isOn } })
export const removeCard = (id: number) => call('DELETE /backyard-api-s/application/card/{id}', { params: { id } })

/** Where a card leads; undefined: nowhere safe. */
export const openCard = async (id: number, language: LanguageCode, consent: boolean): Promise<string | undefined> =>
  safeLink(
    (
      await call('POST /backyard-api-s/application/card/{id}/open', {
        params: { id },
        body: { consent, language },
      })
    ).url,
  )
