import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import { deviceDetailPath, plantPath } from '../../../address/paths.ts'
import { useUrlState } from '../../../address/url-state.ts'
import type { AlarmDetail } from '../../../api/alarms.ts'
import { CallFailure } from '../../../api/failure.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useNow } from '../../../ui/now.ts'
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import type { OpenDialog } from './act-dialogs.tsx'
import { AlarmActions } from './alarm-actions.tsx'
import styles from './alarm-drawer.module.css'
import { AlarmHistory } from './alarm-history.tsx'
import { AlarmMarks } from './alarm-list.tsx'
import { AlarmMeasured } from './alarm-measured.tsx'
import { alarmQuery } from './alarm-queries.ts'
import { lastedMs, usePlaceOf } from './alarm-words.ts'
import { DayTimeline } from './day-timeline.tsx'
import { DeviceCodes } from './device-codes.tsx'
import { LevelMark } from './level-mark.tsx'
import { OccurrenceCalendar } from './occurrence-calendar.tsx'

// The charts come while the alarm is read.
const AlarmCurve = lazyPart(() => import('./alarm-curve.tsx'), 'AlarmCurve')

type Props = Readonly<{ id: string; onClose: () => void; onDialog: (dialog: OpenDialog) => void }>

/** One alarm beside its list: what it means, what to do, when it was, and what people did. */
export function AlarmDrawer({ id, onClose, onDialog }: Props) {
  const { text } = useText()
  const { code } = useLanguage()
  const { data, error, refetch } = useQuery(alarmQuery(id, code))
  const panel = useRef<HTMLElement>(null)
  const titleId = useId()
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  const isGone = error instanceof CallFailure && error.status === 404
  return (
    <section
      ref={panel}
      className={styles.drawer}
      tabIndex={-1}
      aria-labelledby={data && !isGone ? titleId : undefined}
      aria-label={data && !isGone ? undefined : text('alarm-page.title')}
    >
      <div className={styles.close}>
        <Button kind="quiet" icon="close" label={text('alarm-page.detail.close')} onClick={onClose} />
      </div>
      {isGone && <EmptyState compact icon="search" title={text('alarm-page.detail.gone')} />}
      {!isGone && !data && error && <ErrorPanel compact failure={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <>
          <Skeleton height={28} width="60%" />
          <Skeleton height={420} />
        </>
      )}
      {data && !isGone && <Detail alarm={data} titleId={titleId} onDialog={onDialog} />}
    </section>
  )
}

type DetailProps = Readonly<{ alarm: AlarmDetail; titleId: string; onDialog: Props['onDialog'] }>

function Detail({ alarm, titleId, onDialog }: DetailProps) {
  const { text } = useText()
  const { params } = useUrlState()
  const nowMs = useNow(MINUTE_MS)
  const place = usePlaceOf()(alarm)
  const asked = params.get('day') ?? ''
  const last = alarm.calendar.at(-1)?.day ?? localDate(alarm.openedAtMs, alarm.zone)
  const day = alarm.calendar.some((item) => item.day === asked) ? asked : last
  return (
    <>
      <header className={styles.head}>
        <LevelMark level={alarm.level} isOver={!alarm.isOpen} />
        <div>
          <h2 id={titleId}>{alarm.name}</h2>
          <p>
            {text(`alarm-page.level.${alarm.level}`)} · {text(`alarm-page.influence.${alarm.influence}`)} · {place}
          </p>
          <AlarmMarks alarm={alarm} />
        </div>
      </header>
      <AlarmActions alarm={alarm} onDialog={onDialog} />
      <AlarmFacts alarm={alarm} nowMs={nowMs} />
      <section aria-label={text('alarm-page.detail.what')}>
        <p className={styles.description}>{alarm.description}</p>
      </section>
      {alarm.measured.length > 0 && <AlarmMeasured measured={alarm.measured} />}
      {alarm.codes.length > 0 && <DeviceCodes codes={alarm.codes} />}
      {alarm.causes.length > 0 && (
        <section>
          <h3>{text('alarm-page.detail.causes')}</h3>
          <ol className={styles.causes}>
            {alarm.causes.map(({ cause, remedy }) => (
              <li key={cause}>
                <b>{cause}</b>
                <p>{remedy}</p>
              </li>
            ))}
          </ol>
        </section>
      )}
      {alarm.curve && (
        <Suspense fallback={<Skeleton height={280} />}>
          <AlarmCurve alarm={alarm} nowMs={nowMs} />
        </Suspense>
      )}
      <section>
        <h3>{text('alarm-page.detail.calendar')}</h3>
        <OccurrenceCalendar alarm={alarm} day={day} nowMs={nowMs} />
      </section>
      <DayTimeline id={alarm.id} day={day} zone={alarm.zone} />
      <AlarmHistory alarm={alarm} />
    </>
  )
}

function AlarmFacts({ alarm, nowMs }: Readonly<{ alarm: AlarmDetail; nowMs: number }>) {
  const { text } = useText()
  const format = useFormat()
  const { deviceId, deviceName, serial, lostWh, lostIncome, zone } = alarm
  const money =
    lostIncome !== null && lostIncome > 0
      ? ` · ${text('alarm-page.detail.lost.money', { money: format.money(lostIncome, alarm.currency) })}`
      : ''
  const facts: readonly (Fact | false)[] = [
    [text('alarm-page.detail.since'), format.moment(alarm.openedAtMs, zone, true)],
    alarm.closedAtMs !== null && [text('alarm-page.detail.until'), format.moment(alarm.closedAtMs, zone, true)],
    [text('alarm-page.column.lasted'), format.duration(lastedMs(alarm, nowMs))],
    [text('alarm-page.detail.lost'), lostWh === null ? '--' : `${format.energyWh(lostWh).text}${money}`],
    [
      text('alarm-page.detail.plant'),
      <Link key="plant" to={plantPath('data', { id: alarm.plantId })}>
        {alarm.plantName}
      </Link>,
    ],
    deviceName !== null && [
      text('alarm-page.detail.device'),
      deviceId === null ? (
        `${deviceName} · ${serial}`
      ) : (
        <Link key="device" to={deviceDetailPath(deviceId, { id: alarm.plantId })}>
          {serial !== null && deviceName.includes(serial) ? deviceName : `${deviceName} · ${serial}`}
        </Link>
      ),
    ],
    alarm.code !== '' && [text('alarm-page.detail.code'), alarm.code],
    alarm.assignee !== null && [text('alarm-page.detail.assignee'), alarm.assignee.name],
  ]
  return <Facts className={styles.facts} facts={facts.filter((fact): fact is Fact => fact !== false)} />
}
