import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { formatWholeMonth } from '@heliograph/domain/format/date.ts'
import { addMonths, localDate } from '@heliograph/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import { useUrlState } from '../../../address/url-state.ts'
import { clampDate, periodStart } from '../../../charts/period/period.ts'
import { PeriodStepper } from '../../../charts/period/period-stepper.tsx'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { useNow } from '../../../ui/now.ts'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { BillCard } from './bill-card.tsx'
import styles from './letter.module.css'
import { LetterPaper } from './letter-paper.tsx'
import { letterQuery } from './letter-queries.ts'

/** The letter of a month: the last whole one, unless the address names another. */
export function LetterPage() {
  const { plantId, plant, zone } = useCurrentPlant()
  const { params, change } = useUrlState()
  const { text } = useText()
  const { code } = useLanguage()
  const today = localDate(useNow(MINUTE_MS), zone)
  const earliest = plant.startedOn ?? undefined
  const lastMonth = `${addMonths(today.slice(0, 7), -1)}-01`
  const date = clampDate(params.get('date') ?? lastMonth, today, earliest && periodStart('month', earliest))
  const month = date.slice(0, 7)
  const { data, error, refetch, isPlaceholderData } = useQuery(letterQuery(plantId, month, code))
  const letter = data?.month === month ? data : undefined
  return (
    <div className="page">
      <div className={styles.tools}>
        <PeriodStepper
          period="month"
          date={date}
          today={today}
          earliest={earliest}
          zone={zone}
          onChange={(next) => change({ date: next ?? today })}
        />
        <Button size="s" icon="print" disabled={letter === undefined} onClick={() => window.print()}>
          {text('letter.print')}
        </Button>
      </div>
      <div className={styles.desk} aria-busy={isPlaceholderData}>
        {letter ? (
          <LetterPaper letter={letter} today={today} />
        ) : error && !isPlaceholderData ? (
          <ErrorPanel failure={error} title={text('letter.failed')} onRetry={() => void refetch()} />
        ) : (
          <PaperSkeleton title={text('letter.title', { month: formatWholeMonth(month, code) })} />
        )}
        <BillCard month={month} letter={letter} today={today} />
      </div>
    </div>
  )
}

const PaperSkeleton = ({ title }: Readonly<{ title: string }>) => (
  <article className={styles.paper} aria-label={title}>
    <Skeleton height={30} width="60%" />
    <Skeleton height={90} />
    <Skeleton height={70} />
    <Skeleton height={120} />
  </article>
)
