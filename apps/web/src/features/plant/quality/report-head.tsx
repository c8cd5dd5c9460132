import { addDays, localDate } from '@heliograph/domain/time.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useUrlState } from '../../../address/url-state.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { SegmentedLinks } from '../../../ui/tabs.tsx'
import styles from './communication-page.module.css'

export const spans = [7, 30, 90] as const
export type Span = (typeof spans)[number]

/** The days that an address asks for. */
export function readSpan(text: string | null): Span {
  return spans.find((span) => String(span) === text) ?? 30
}

export const rangeOf = (span: Span, zone: string): Readonly<{ from: string }> => ({
  from: addDays(localDate(Date.now(), zone), 1 - span),
})

type Props = Readonly<{
  title: ReactNode
  back: Readonly<{ to: string; label: string }>
  span: Span
  from: string | undefined
  to: string | undefined
}>

/** The head of a report: of what, over which days, and the way to paper. */
export function ReportHead({ title, back, span, from, to }: Props) {
  const { text } = useText()
  const format = useFormat()
  const { linkTo } = useUrlState()
  return (
    <header className={styles.reportHead}>
      <div>
        <Link className={styles.reportBack} to={back.to}>
          {back.label}
        </Link>
        <h1>{title}</h1>
        {from !== undefined && to !== undefined && (
          <p className="muted">{text('communication.range', { from: format.date(from), to: format.date(to) })}</p>
        )}
      </div>
      <div className={styles.reportTools}>
        <SegmentedLinks
          label={text('communication.span')}
          places={spans.map((days) => ({
            key: String(days),
            to: linkTo({ days: days === 30 ? null : days, page: null }),
            label: text('communication.span.days', { days }),
            current: days === span,
          }))}
        />
        <Button icon="print" onClick={() => window.print()}>
          {text('communication.print')}
        </Button>
      </div>
    </header>
  )
}
