import { useQuery } from '@tanstack/react-query'
import { applicationsQuery } from '../api/applications.ts'
import { type MessageCharge, messageChargeQuery } from '../api/message-charge.ts'
import { useUser } from '../auth/session.ts'
import { usePermission } from './permitted.tsx'

/** The channels of messages that cost something here. */
export const chargedOf = (charge: MessageCharge | undefined) =>
  charge?.channels.filter(({ isCharged, canSend }) => isCharged && canSend) ?? []

/** Which plans and services have anything behind them. Administrators see the empty ones too: they fill them. */
export function useServices() {
  const may = usePermission()
  const { isAdmin } = useUser()
  const isOffered = may(['application'])
  const homeQuery = useQuery({ ...applicationsQuery, enabled: isOffered })
  const { data: charge } = useQuery({ ...messageChargeQuery, enabled: isOffered && may(['messageCharge']) })
  const home = homeQuery.data
  const cards = home?.cards ?? []
  const hasPlans = may(['deviceCharge']) && (isAdmin || (home?.plans.total ?? 0) > 0)
  const hasCharges = may(['messageCharge']) && (isAdmin || chargedOf(charge).length > 0)
  const hasInsurance = may(['insurance']) && cards.some(({ kind }) => kind === 'insurance')
  const plugins = cards.filter(({ kind }) => kind === 'plugin')
  const isAny = isOffered && (hasPlans || hasCharges || hasInsurance || plugins.length > 0)
  return { homeQuery, charge, hasPlans, hasCharges, hasInsurance, plugins, isAny }
}
