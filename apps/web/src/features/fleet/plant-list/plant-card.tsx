import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { Link } from 'react-router'
import type { PlantNow } from '../../../api/plant-now.ts'
import type { Plant } from '../../../api/plants.ts'
import { plantNowKey } from '../../../api/queries.ts'
import { useServerState } from '../../../api/server-state.ts'
import { OpenAlarms } from '../../../plant/open-alarms.tsx'
import { useReason } from '../../../plant/use-reason.ts'
import { type Format, useFormat } from '../../../texts/use-format.ts'
import { type UseText, useText } from '../../../texts/use-text.tsx'
import { cx, lookOf } from '../../../ui/class-names.ts'
import { ExtraPart } from '../../../ui/extra-part.tsx'
import { firstPart } from '../../../ui/lazy-part.ts'
import { useNow } from '../../../ui/now.ts'
import { StatusDot } from '../../../ui/status.tsx'
import styles from './plant-card.module.css'
import { describePlant, type PlantLine, type Sentence, withLive } from './plant-line.ts'

const WeatherBadge = firstPart(() => import('../../../plant/weather/weather-badge.tsx'), 'WeatherBadge')

const unknown: PlantLine = { status: 'waiting', powerW: null, socPercent: null, sentence: { kind: 'trouble' } }

function write(sentence: Sentence, zone: string, text: UseText['text'], format: Format): string {
  switch (sentence.kind) {
    case 'today':
      return text('plant-list.today', { energy: format.energyWh(sentence.energyWh).text })
    case 'trouble':
      return ''
    case 'asleep':
      // The next sunrise is at most a day away, so its time is enough, except in polar night.
      return sentence.sunrise && sentence.sunrise.atMs - Date.now() < DAY_MS
        ? text('plant-list.asleep', { time: format.timeOfDay(sentence.sunrise.atMs, zone) })
        : text('plant-list.asleepOnly')
  }
}

export const PlantCard = memo(function PlantCard({
  row,
  to,
  current,
}: Readonly<{ row: Plant; to: string; current: boolean }>) {
  const { text } = useText()
  const format = useFormat()
  const nowMs = useNow(MINUTE_MS)
  const { data: live } = useQuery<PlantNow>({ queryKey: plantNowKey(row.id), queryFn: skipToken, enabled: false })
  const shown = current ? withLive(row, live) : row
  // The current state is unknown until the first answer.
  const { isAway } = useServerState()
  const line = isAway ? unknown : describePlant(shown, nowMs)
  const isPaused = shown.reason?.kind === 'paused'
  const name = text(`status.name.${isAway ? 'unknown' : isPaused ? 'paused' : line.status}`)
  const reason = useReason()(shown.reason, row.zone)
  const why = isAway ? '' : reason
  const power = format.powerW(line.powerW)
  return (
    <Link className={styles.plantCard} to={to} aria-current={current ? 'page' : undefined}>
      <span className={styles.plantCardName}>
        <StatusDot status={line.status} label={name} />
        <span title={row.name}>{row.name}</span>
      </span>
      <span className={cx(styles.plantCardPower, line.powerW === null && styles.plantCardMissing)}>
        {power.value}
        {power.unit && <small>{power.unit}</small>}
      </span>
      <span
        className={cx(
          styles.plantCardSentence,
          line.sentence.kind === 'today' && styles.plantCardToday,
          lookOf(styles, 'plant-card', line.status),
        )}
      >
        {/* First, because the words flow around it. */}
        <span className={styles.plantCardSide}>
          <span className={styles.plantCardAlarms}>
            <OpenAlarms plantId={row.id} />
          </span>
          {row.weather && (
            <ExtraPart>
              <WeatherBadge kind={row.weather} airC={row.airC} isNight={shown.nextSunriseMs !== null} />
            </ExtraPart>
          )}
          {line.socPercent !== null && <Soc percent={line.socPercent} />}
        </span>
        {line.sentence.kind === 'trouble'
          ? [name, why].filter(Boolean).join(' · ')
          : write(line.sentence, row.zone, text, format)}
      </span>
    </Link>
  )
})

function Soc({ percent }: Readonly<{ percent: number }>) {
  const { text } = useText()
  const format = useFormat()
  return (
    <span className={styles.plantCardSoc}>
      <span className={styles.plantCardLevel} aria-hidden="true">
        <i style={{ width: `${Math.min(100, Math.max(6, percent))}%` }} />
      </span>
      <span className="visually-hidden">{text('plant-list.soc', { soc: format.percent(percent, 0) })}</span>
      <span aria-hidden="true">{format.percent(percent, 0)}</span>
    </span>
  )
}
