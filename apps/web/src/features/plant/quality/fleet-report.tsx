import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { fleetPath, plantPath } from '../../../address/paths.ts'
import { useUrlState } from '../../../address/url-state.ts'
import { FLEET_PAGE_SIZE } from '../../../api/communication.ts'
import { hasCome } from '../../../api/has-come.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Age } from '../../../ui/age.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ColumnHeads } from '../../../ui/column-heads.tsx'
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import styles from './communication-page.module.css'
import { fleetReportQuery } from './communication-queries.ts'
import { DayStrip } from './day-strip.tsx'
import { listDates, shareOf } from './report-days.ts'
import { ReportHead, rangeOf, readSpan } from './report-head.tsx'

/** The loggers of all plants, the worst first. */
export function FleetReport() {
  const { text, rich } = useText()
  const format = useFormat()
  const { params, linkTo } = useUrlState()
  const span = readSpan(params.get('days'))
  const page = Math.max(1, Number(/^\d{1,5}$/.exec(params.get('page') ?? '')?.[0] ?? 1))
  const query = useQuery(fleetReportQuery({ page, ...rangeOf(span, 'UTC') }))
  const { error, refetch } = query
  const data = hasCome(query, query.data?.data) ? query.data : undefined
  const head = (
    <ReportHead
      title={text('communication.title')}
      back={{ to: fleetPath(), label: text('communication.back.plants') }}
      span={span}
      from={data?.from}
      to={data?.to}
    />
  )
  if (!data)
    return (
      <div className="page">
        {head}
        {error ? (
          <ErrorPanel failure={error} title={text('communication.failed')} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={320} />
        )}
      </div>
    )
  if (data.data.length === 0)
    return (
      <div className="page">
        {head}
        <EmptyState icon="logger" title={text('communication.notYet')} hint={text('communication.notYet.hint')} />
      </div>
    )
  const dates = listDates(data.from, data.to)
  const pages = Math.ceil(data.total / FLEET_PAGE_SIZE)
  return (
    <div className="page">
      {head}
      <p className="answer">
        {data.expected === 0
          ? text('communication.answer.idle')
          : rich('communication.answer', {
              percent: format.percent(shareOf(data)),
              received: format.count(data.received),
              expected: format.count(data.expected),
            })}
      </p>
      <Card flush title={text('communication.worst')}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
        <figure className={styles.stripScroll} aria-label={text('communication.worst')} tabIndex={0}>
          <table className={styles.fleet}>
            <caption className="visually-hidden">{text('communication.worst')}</caption>
            <ColumnHeads
              labels={(['plant', 'share', 'gaps', 'longest', 'restarts', 'signal', 'lastSeen'] as const).map((column) =>
                text(`communication.${column}`),
              )}
            />
            <tbody>
              {data.data.map((logger) => (
                <tr key={`${logger.plantId} ${logger.serial}`}>
                  <th scope="row">
                    <Link to={plantPath('quality', { id: logger.plantId })}>{logger.plantName}</Link>
                    <small>{[logger.name || logger.serial, logger.firmware].filter(Boolean).join(' · ')}</small>
                  </th>
                  <td>
                    <b>{format.percent(shareOf(logger), 1)}</b>
                    <small>{`${format.count(logger.received)} / ${format.count(logger.expected)}`}</small>
                  </td>
                  <td>{format.count(logger.gapCount)}</td>
                  <td>{logger.longestMs === 0 ? '--' : format.duration(logger.longestMs)}</td>
                  <td>{format.count(logger.restarts)}</td>
                  <td>{format.percent(logger.signalPercent, 0)}</td>
                  <td>
                    <Age atMs={logger.lastSeenMs} staleAfterMs={logger.online ? Number.POSITIVE_INFINITY : 0} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </figure>
      </Card>
      <Card title={text('communication.calendar')}>
        <DayStrip
          label={text('communication.calendar')}
          dates={dates}
          rows={data.data.map((logger) => {
            const days = new Map(logger.days.map((day) => [day.day, day]))
            return {
              id: `${logger.plantId} ${logger.serial}`,
              name: `${logger.plantName} · ${logger.name || logger.serial}`,
              dayOf: (date) => days.get(date),
            }
          })}
        />
      </Card>
      {pages > 1 && (
        <nav className={styles.pages} aria-label={text('communication.pages')}>
          {page > 1 && (
            <ButtonLink to={linkTo({ page: page === 2 ? null : page - 1 })}>
              {text('communication.previous')}
            </ButtonLink>
          )}
          <span>{text('communication.page', { page: format.count(page), pages: format.count(pages) })}</span>
          {page < pages && <ButtonLink to={linkTo({ page: page + 1 })}>{text('communication.next')}</ButtonLink>}
        </nav>
      )}
    </div>
  )
}
