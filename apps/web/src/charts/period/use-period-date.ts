import { useEffect } from 'react'
import { useUrlState } from '../../address/url-state.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { clampDate, type Period, toAddress } from './period.ts'

type Bounds = Readonly<{ period: Period; today: string; earliest?: string | undefined }>

/**
 * The date to show. An address that asks for one before or after all data is corrected, and the page says so: what it
 * shows and what it says are the same day.
 */
export function usePeriodDate({ period, today, earliest }: Bounds): string {
  const { params, change } = useUrlState()
  const { text } = useText()
  const format = useFormat()
  const asked = params.get('date')
  const date = clampDate(asked ?? undefined, today, earliest)
  const isMoved = asked !== null && asked !== date
  useEffect(() => {
    if (!isMoved) return
    change({ date: toAddress(period, date, today) }, { replace: true })
    showToast(text('chart.period.moved', { date: format.date(date) }), 'warn')
  }, [isMoved, change, period, date, today, text, format])
  return date
}
