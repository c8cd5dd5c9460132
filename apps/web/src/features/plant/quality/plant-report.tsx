import { useQuery } from '@tanstack/react-query'
import type { LoggerDay, ReportedLogger } from '../../../api/communication.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { ColumnHeads } from '../../../ui/column-heads.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import styles from './communication-page.module.css'
import { plantReportQuery } from './communication-queries.ts'
import { DayStrip } from './day-strip.tsx'
import { byShare, daysWithTrouble, joinGaps, listDates, shareOf, sumOf } from './report-days.ts'

/** Records from a plant's loggers over the days of a month so far, and the causes of missing ones. */
export function PlantReport({ plantId, from, to }: Readonly<{ plantId: number; from: string; to: string }>) {
  const { text, rich } = useText()
  const format = useFormat()
  const { data, error, refetch, isPlaceholderData } = useQuery(plantReportQuery(plantId, { from, to }))
  const shown = isPlaceholderData ? undefined : data
  if (!shown)
    return (
      <Card title={text('communication.title')}>
        {error ? (
          <ErrorPanel compact failure={error} title={text('communication.failed')} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={120} />
        )}
      </Card>
    )
  // Devices that the server reads by itself are no loggers.
  if (shown.loggers.length === 0) return null
  const loggers = byShare(shown.loggers)
  const total = sumOf(loggers.flatMap(({ days }) => days))
  const nameOf = (logger: ReportedLogger): string => logger.name || logger.serial
  return (
    <>
      <Card title={text('communication.title')}>
        <p className={styles.reportAnswer}>
          {total.expected === 0
            ? text('communication.answer.idle')
            : rich('communication.answer', {
                percent: format.percent(shareOf(total)),
                received: format.count(total.received),
                expected: format.count(total.expected),
              })}
        </p>
        <DayStrip
          label={text('communication.calendar')}
          dates={listDates(shown.from, shown.to)}
          rows={loggers.map((logger) => {
            const days = new Map(logger.days.map((day) => [day.day, day]))
            return { id: logger.serial, name: nameOf(logger), dayOf: (date) => days.get(date) }
          })}
        />
      </Card>
      {loggers.map((logger) => (
        <LoggerCard key={logger.serial} logger={logger} name={nameOf(logger)} zone={shown.zone} />
      ))}
    </>
  )
}

function LoggerCard({ logger, name, zone }: Readonly<{ logger: ReportedLogger; name: string; zone: string }>) {
  const { text } = useText()
  const format = useFormat()
  const total = sumOf(logger.days)
  const signals = logger.days.flatMap(({ signal }) => (signal ? [signal] : []))
  const delays = logger.days.flatMap(({ delay }) => (delay ? [delay] : []))
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const lowest = Math.min(...signals.map(({ min }) => min))
  const highest = Math.max(...signals.map(({ max }) => max))
  const troubled = daysWithTrouble(logger)
  return (
    <Card title={name} aside={logger.firmware || undefined} className={styles.reportLogger}>
      <Facts
        className={styles.reportFacts}
        facts={[
          [text('communication.received'), `${format.count(total.received)} / ${format.count(total.expected)}`],
          [text('communication.share'), format.percent(shareOf(total))],
          [text('communication.restarts'), format.count(logger.days.reduce((sum, { restarts }) => sum + restarts, 0))],
          [
            text('communication.signal'),
            signals.length === 0
              ? '--'
              : lowest === highest
                ? format.percent(lowest, 0)
                : text('communication.signal.range', {
                    min: format.percent(lowest, 0),
                    mean: format.percent(mean(signals.map((signal) => signal.mean)), 0),
                    max: format.percent(highest, 0),
                  }),
          ],
          [
            text('communication.delay'),
            delays.length === 0 ? '--' : `${format.number(mean(delays.map(({ meanS }) => meanS)), 1)} s`,
          ],
          [text('communication.buffered'), format.count(logger.days.reduce((sum, { buffered }) => sum + buffered, 0))],
        ]}
      />
      {troubled.length === 0 ? (
        <p className="muted">{text(total.expected === 0 ? 'communication.nothingDue' : 'communication.complete')}</p>
      ) : (
        <table className={styles.gaps}>
          <caption className="visually-hidden">{text('communication.gaps')}</caption>
          <ColumnHeads
            labels={(['day', 'share', 'gap', 'cause'] as const).map((column) => text(`communication.column.${column}`))}
          />
          <tbody>
            {troubled.map((day) => (
              <DayRows key={day.day} day={day} zone={zone} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

function DayRows({ day, zone }: Readonly<{ day: LoggerDay; zone: string }>) {
  const { text } = useText()
  const format = useFormat()
  const time = (atMs: number) => format.timeOfDay(atMs, zone).slice(0, 5)
  const notes = [
    ...(day.restarts > 0 ? [text('communication.note.restarts', { count: day.restarts })] : []),
    ...(day.missing.length > 0
      ? [text('communication.note.missing', { names: day.missing.map(({ name }) => name).join(', ') })]
      : []),
    ...(day.gapCount > day.gaps.length
      ? [text('communication.note.more', { count: day.gapCount - day.gaps.length })]
      : []),
  ]
  return (
    <tr>
      <th scope="row">{format.date(day.day)}</th>
      <td>{format.percent(shareOf(day), 1)}</td>
      <td colSpan={2}>
        <ul>
          {joinGaps(day.gaps).map(({ fromMs, toMs, cause, deviceName: device, count }) => (
            <li key={`${fromMs} ${device ?? ''}`} className={styles.gap}>
              <span>
                {`${time(fromMs)} – ${time(toMs)}`}{' '}
                <small>
                  {count === 1
                    ? format.duration(toMs - fromMs)
                    : text('communication.gap.row', { count, length: format.duration((toMs - fromMs) / count) })}
                </small>
              </span>
              <span className={styles.gapCause}>
                {text(`communication.cause.${cause}`)}
                {device !== null && <small> {device}</small>}
              </span>
            </li>
          ))}
          {notes.map((note) => (
            <li key={note}>
              <small>{note}</small>
            </li>
          ))}
        </ul>
      </td>
    </tr>
  )
}
