import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { joinSentences } from '@heliograph/i18n/sentence-gap.ts'
import type { AllWell } from '../../../api/alarms.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { useNow } from '../../../ui/now.ts'
import { EmptyState } from '../../../ui/states.tsx'

/** No alarm: says why that can be believed, and since when; without any data nothing is claimed. */
export function AllWellState({ well }: Readonly<{ well: AllWell }>) {
  const { text } = useText()
  const format = useFormat()
  const nowMs = useNow(MINUTE_MS)
  const { rules, plants, sinceMs, watchedSinceMs, lastDataMs } = well
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  const date = (atMs: number): string => format.date(localDate(atMs, zone))
  const since =
    sinceMs !== null
      ? text('alarm-page.well.since', { date: date(sinceMs), age: format.age(nowMs - sinceMs) })
      : watchedSinceMs !== null
        ? text('alarm-page.well.never', { date: date(watchedSinceMs) })
        : undefined
  if (lastDataMs === null)
    return <EmptyState icon="clock" title={text('alarm-page.well.unjudged')} hint={text('alarm-page.well.noData')} />
  return (
    <EmptyState
      icon="check"
      title={text('alarm-page.well.title')}
      hint={joinSentences([
        since,
        text('alarm-page.well.rules', { rules, plants }),
        text('alarm-page.well.data', { age: format.age(nowMs - lastDataMs) }),
      ])}
    />
  )
}
