import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { formatOffset } from '@heliograph/domain/format/timestamp.ts'
import { offsetMinutes } from '@heliograph/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useUrlState } from '../../../address/url-state.ts'
import { ALARMS_PAGE, type Alarm, type AlarmPage } from '../../../api/alarms.ts'
import { hasCome } from '../../../api/has-come.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import cardStyles from '../../../ui/card.module.css'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useNow } from '../../../ui/now.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { type AlarmFilter, countNarrowing, nothingNarrows } from './alarm-filter.ts'
import styles from './alarm-list.module.css'
import { blocksQuery, fleetBlocksQuery } from './alarm-queries.ts'
import { lastedMs, usePlaceOf } from './alarm-words.ts'
import { AllWellState } from './all-well.tsx'
import { clocksDiffer } from './clocks-differ.ts'
import { LevelMark } from './level-mark.tsx'

type Props = Readonly<{
  page: AlarmPage
  filter: AlarmFilter
  /** undefined: of all plants */
  plantId: number | undefined
  openId: string | undefined
  selected: ReadonlySet<string>
  onToggle: (id: string) => void
  onToggleAll: () => void
}>

/** Rows of alarms; what matters stands first, and the row opens beside the list. */
export function AlarmList({ page, filter, plantId, openId, selected, onToggle, onToggleAll }: Props) {
  const { text } = useText()
  const nowMs = useNow(MINUTE_MS)
  const { alarms } = page
  if (alarms.length === 0) return <NoAlarms page={page} filter={filter} plantId={plantId} />
  const all = alarms.every(({ id }) => selected.has(id))
  const hasClocks = clocksDiffer(alarms, nowMs)
  return (
    <section className={cx(cardStyles.card, styles.list)} aria-label={text('alarm-page.list')}>
      <div className={styles.head}>
        <label className={styles.tick}>
          <input type="checkbox" checked={all} onChange={onToggleAll} aria-label={text('alarm-page.selectAll')} />
        </label>
        <span className={styles.name}>{text('alarm-page.column.alarm')}</span>
        <span className={styles.since}>{text('alarm-page.column.since')}</span>
        <span className={styles.lost}>{text('alarm-page.column.lost')}</span>
        <span className={styles.who}>{text('alarm-page.column.who')}</span>
      </div>
      <ul>
        {alarms.map((alarm) => (
          <AlarmRow
            key={alarm.id}
            alarm={alarm}
            isFleet={plantId === undefined}
            hasClocks={hasClocks}
            isCurrent={alarm.id === openId}
            isSelected={selected.has(alarm.id)}
            onToggle={onToggle}
          />
        ))}
      </ul>
      <Pager page={filter.page} total={page.total} />
    </section>
  )
}

type RowProps = Readonly<{
  alarm: Alarm
  isFleet: boolean
  /** Each time says by which clock. */
  hasClocks: boolean
  isCurrent: boolean
  isSelected: boolean
  onToggle: (id: string) => void
}>

function AlarmRow({ alarm, isFleet, hasClocks, isCurrent, isSelected, onToggle }: RowProps) {
  const { text } = useText()
  const format = useFormat()
  const { linkTo } = useUrlState()
  const nowMs = useNow(MINUTE_MS)
  const place = usePlaceOf()(alarm)
  return (
    <li className={cx(styles.row, isCurrent && styles.rowCurrent)}>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={isSelected}
          onChange={() => onToggle(alarm.id)}
          aria-label={text('alarm-page.select', { name: `${alarm.name}, ${place}` })}
        />
      </label>
      <div className={styles.name}>
        <LevelMark level={alarm.level} isOver={!alarm.isOpen} />
        <div>
          <Link
            to={linkTo({ alarm: alarm.id, day: null })}
            aria-current={isCurrent ? 'true' : undefined}
            preventScrollReset
          >
            {alarm.name}
          </Link>
          <small>{isFleet ? `${alarm.plantName} · ${place}` : place}</small>
          <AlarmMarks alarm={alarm} hasClock={hasClocks} />
        </div>
      </div>
      <div className={styles.since}>
        <span>{format.moment(alarm.openedAtMs, alarm.zone)}</span>
        <small>
          {hasClocks && `${formatOffset(offsetMinutes(alarm.openedAtMs, alarm.zone))} · `}
          {format.duration(lastedMs(alarm, nowMs))}
        </small>
      </div>
      <div className={styles.lost}>
        {alarm.lostWh === null ? '--' : format.energyWh(alarm.lostWh).text}
        {alarm.lostIncome !== null && alarm.lostIncome > 0 && (
          <small>{format.money(alarm.lostIncome, alarm.currency)}</small>
        )}
      </div>
      <div className={styles.who}>{alarm.assignee?.name ?? ''}</div>
    </li>
  )
}

/** Actions of people on it, in a few words. */
export function AlarmMarks({ alarm, hasClock = false }: Readonly<{ alarm: Alarm; hasClock?: boolean }>) {
  const { text } = useText()
  const format = useFormat()
  const nowMs = useNow(MINUTE_MS)
  const marks = [
    alarm.acknowledgedAtMs !== null && text('alarm-page.mark.acknowledged'),
    alarm.snoozedUntilMs !== null &&
      alarm.snoozedUntilMs > nowMs &&
      text('alarm-page.mark.snoozed', { time: format.moment(alarm.snoozedUntilMs, alarm.zone, hasClock) }),
    alarm.isBlocked && text('alarm-page.mark.blocked'),
    alarm.times > 1 && text('alarm-page.mark.again', { count: alarm.times - 1 }),
    alarm.notes > 0 && text('alarm-page.mark.notes', { count: alarm.notes }),
  ].filter((item) => item !== false)
  return marks.length === 0 ? null : (
    <small className={styles.marks}>
      <Icon name="check" size={13} />
      {marks.join(' · ')}
    </small>
  )
}

function NoAlarms({ page, filter, plantId }: Pick<Props, 'page' | 'filter' | 'plantId'>) {
  const { text } = useText()
  const format = useFormat()
  const { params, change } = useUrlState()
  if (countNarrowing(params) > 0)
    return (
      <EmptyState icon="search" title={text('alarm-page.none.filter')}>
        <Button onClick={() => change(nothingNarrows, { replace: true })}>
          {text('alarm-page.none.filter.clear')}
        </Button>
      </EmptyState>
    )
  if (filter.state === 'open' && page.counts.blocked > 0)
    return (
      <EmptyState
        icon="alarm"
        title={`${text('alarm-page.view.blocked')}: ${format.count(page.counts.blocked)}`}
        hint={text('alarm-page.none.blocked.hint')}
      />
    )
  if (filter.state === 'open' && page.well !== null) return <AllWellState well={page.well} />
  if (filter.state === 'history') return <EmptyState icon="check" title={text('alarm-page.none.history')} />
  return plantId === undefined ? <NothingBlockedAnywhere /> : <NothingBlocked plantId={plantId} />
}

/** A rule may be blocked that has found nothing since: the list above names it. */
function NothingBlocked({ plantId }: Readonly<{ plantId: number }>) {
  const query = useQuery(blocksQuery(plantId, useLanguage().code))
  return hasCome(query, query.data) && query.data?.length === 0 ? <BlockedNone /> : null
}

function NothingBlockedAnywhere() {
  const query = useQuery(fleetBlocksQuery(1, useLanguage().code))
  return hasCome(query, query.data?.data) && query.data?.total === 0 ? <BlockedNone /> : null
}

function BlockedNone() {
  const { text } = useText()
  return <EmptyState icon="alarm" title={text('alarm-page.none.blocked')} hint={text('alarm-page.none.blocked.hint')} />
}

function Pager({ page, total }: Readonly<{ page: number; total: number }>) {
  const { text } = useText()
  const format = useFormat()
  const { linkTo } = useUrlState()
  if (total <= ALARMS_PAGE) return null
  const last = Math.min(total, page * ALARMS_PAGE)
  const from = Math.min(last, (page - 1) * ALARMS_PAGE + 1)
  return (
    <nav className={styles.pager} aria-label={text('alarm-page.pages')}>
      {page > 1 && (
        <ButtonLink size="s" icon="chevronLeft" to={linkTo({ page: page === 2 ? null : page - 1, alarm: null })}>
          {text('shell.pager.previous')}
        </ButtonLink>
      )}
      <span role="status">
        {text('alarm-page.page', { from: format.count(from), to: format.count(last), total: format.count(total) })}
      </span>
      {last < total && (
        <ButtonLink size="s" icon="chevronRight" to={linkTo({ page: page + 1, alarm: null })}>
          {text('shell.pager.next')}
        </ButtonLink>
      )}
    </nav>
  )
}
