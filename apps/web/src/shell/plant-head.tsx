import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { photosPath, plantListPath, plantPath, plantSettingsPath } from '../address/paths.ts'
import { useUrlState } from '../address/url-state.ts'
import type { LivePlant } from '../api/live.ts'
import { useServerState } from '../api/server-state.ts'
import type { CurrentPlant } from '../plant/current-plant.ts'
import { StatusLink, UnknownPill } from '../plant/status-badge.tsx'
import { usePreferences } from '../preferences/preferences.ts'
import { useFormat } from '../texts/use-format.ts'
import { useText } from '../texts/use-text.tsx'
import { Age } from '../ui/age.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { cx, lookOf } from '../ui/class-names.ts'
import { ExtraPart } from '../ui/extra-part.tsx'
import { Hint } from '../ui/hint.tsx'
import { firstPart } from '../ui/lazy-part.ts'
import { useNow } from '../ui/now.ts'
import { Skeleton } from '../ui/states.tsx'
import styles from './plant-frame.module.css'
import { useReached } from './use-online.ts'

type Props = Readonly<{ current: CurrentPlant; live: LivePlant }>

const WeatherNow = firstPart(() => import('../plant/weather/weather-now.tsx'), 'WeatherNow')

export function PlantHead({ current, live }: Props) {
  const { text } = useText()
  const format = useFormat()
  const { keyword } = useUrlState()
  const { layoutVersion } = usePreferences()
  const { plantId, plant, zone } = current
  const { status, reason } = live.now ?? plant
  const { isAway } = useServerState()
  return (
    <div className={styles.plantHeadRow}>
      <ButtonLink
        className={styles.plantHeadBack}
        kind="quiet"
        size="s"
        icon="arrowLeft"
        label={text('shell.menu.plants')}
        to={plantListPath(keyword)}
      />
      <h1>{plant.name}</h1>
      {isAway ? <UnknownPill /> : <StatusLink plantId={plantId} status={status} reason={reason} zone={zone} />}
      <span className={styles.plantHeadFacts}>
        {text('shell.plant.header', {
          capacity: format.peakWp(plant.capacityWp).text,
          gridType: text(`shell.gridType.${plant.gridType}`),
        })}
      </span>
      {/* The specification's layouts have no tab for these. */}
      {layoutVersion !== 'auto' && (
        <span className={styles.plantHeadDoors}>
          <ButtonLink kind="quiet" size="s" icon="camera" label={text('shell.plant.photos')} to={photosPath(plantId)} />
          <ButtonLink
            kind="quiet"
            size="s"
            icon="swap"
            label={text('shell.plant.whatIf')}
            to={plantPath('what-if', { id: plantId })}
          />
          <ButtonLink
            kind="quiet"
            size="s"
            icon={current.can('editPlant') ? 'settings' : 'info'}
            label={text(current.can('editPlant') ? 'plant-settings.title' : 'plant-settings.about')}
            to={plantSettingsPath(plantId)}
          />
        </span>
      )}
      <PlantHeadTime current={current} live={live} />
    </div>
  )
}

/** The sky, when the values were measured, in short, and whether more will come by themselves. */
function PlantHeadTime({ current: { plantId, plant, zone }, live }: Props) {
  const { text } = useText()
  const format = useFormat()
  const nowMs = useNow(MINUTE_MS)
  const isReached = useReached()
  const { isAway } = useServerState()
  const { measuredAtMs, mode } = live
  // A sleeping plant is not late.
  const staleAfterMs = (live.now ?? plant).status === 'asleep' ? Number.POSITIVE_INFINITY : live.staleAfterMs
  const isFresh = measuredAtMs !== undefined && nowMs - measuredAtMs <= live.staleAfterMs
  // "Live" would be read as a word about the plant.
  const connection = mode === 'live' && !isFresh ? 'connected' : mode
  return (
    <span className={styles.plantHeadTime}>
      <ExtraPart>
        <WeatherNow plantId={plantId} />
      </ExtraPart>
      {measuredAtMs !== undefined && (
        <Hint hint={format.exact(measuredAtMs, zone, true)}>
          {format.momentOfDay(measuredAtMs, zone)}
          {' · '}
          <Age atMs={measuredAtMs} staleAfterMs={staleAfterMs} />
        </Hint>
      )}
      {/* The banner says that nothing comes. */}
      {isReached && !isAway && (
        <span className={cx(styles.plantHeadLive, lookOf(styles, 'plant-head-live', connection))}>
          {/* A beat for each record: one without end would have the screen drawn 60 times a second. */}
          <i key={live.now?.sampledAtMs} />
          {text(`shell.live.${connection}`)}
        </span>
      )}
    </span>
  )
}

export const PlantHeadSkeleton = () => (
  <div className={styles.plantHeadRow}>
    <Skeleton width={220} height={26} />
    <Skeleton width={84} height={22} />
    <Skeleton width={170} height={16} />
    <span className={styles.plantHeadTime} />
  </div>
)
