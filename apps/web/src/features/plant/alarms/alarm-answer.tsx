import type { AlarmPage } from '../../../api/alarms.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { sumLosses } from './sum-losses.ts'

/** The first line: whether something needs a look, and what it costs. */
export function AlarmAnswer({ page }: Readonly<{ page: AlarmPage | undefined }>) {
  const { text, rich, gap } = useText()
  const format = useFormat()
  if (!page)
    return (
      <p className="answer">
        <Skeleton width="min(420px, 90%)" height={22} />
      </p>
    )
  const { counts, alarms, well } = page
  const lostKwh = sumLosses(alarms.filter(({ isOpen }) => isOpen))
  const isUnheard = well?.lastDataMs === null && counts.blocked === 0
  const quiet = counts.blocked > 0 ? 'blocked' : 'well'
  return (
    <p className="answer">
      {counts.open === 0 && (isUnheard ? text('alarm-page.well.noData') : rich(`alarm-page.answer.${quiet}`, {}))}
      {counts.open > 0 && counts.faults > 0 && (
        <>
          {rich('alarm-page.answer.faults', { count: counts.faults })}
          {gap}
        </>
      )}
      {counts.open > 0 && rich('alarm-page.answer.open', { count: counts.open })}
      {lostKwh > 0 && page.total <= alarms.length && (
        <>
          {gap}
          {text('alarm-page.answer.lost', { energy: format.energyKwh(lostKwh).text })}
        </>
      )}
    </p>
  )
}
