import { plantListPath, plantSettingsPath } from '../address/paths.ts'
import { useUrlState } from '../address/url-state.ts'
import type { CurrentPlant } from '../plant/current-plant.ts'
import { StatusLink } from '../plant/status-badge.tsx'
import { useFormat } from '../texts/use-format.ts'
import { useText } from '../texts/use-text.tsx'
import { Age } from '../ui/age.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { cx, lookOf } from '../ui/class-names.ts'
import { Skeleton } from '../ui/states.tsx'
import styles from './plant-frame.module.css'

export function PlantHead({ current }: Readonly<{ current: CurrentPlant }>) {
  const { text } = useText()
  const format = useFormat()
  const { keyword } = useUrlState()
  const { plantId, plant, live, zone } = current
  const { status, reason } = live.now ?? plant
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
      <StatusLink plantId={plantId} status={status} reason={reason} zone={zone} />
      <span className={styles.plantHeadFacts}>
        {text('shell.plant.header', {
          capacity: format.peakKwp(plant.capacityWp / 1000).text,
          gridType: text(`shell.gridType.${plant.gridType}`),
        })}
      </span>
      {current.can('editPlant') && (
        <ButtonLink
          kind="quiet"
          size="s"
          icon="settings"
          label={text('plant-settings.title')}
          to={plantSettingsPath(plantId)}
        />
      )}
      <span className={styles.plantHeadTime}>
        {live.measuredAtMs !== undefined && (
          <>
            <span>{format.timestamp(live.measuredAtMs, zone, true)}</span>
            {/* Who sleeps is not late. */}
            <Age
              atMs={live.measuredAtMs}
              staleAfterMs={status === 'asleep' ? Number.POSITIVE_INFINITY : live.staleAfterMs}
            />
          </>
        )}
        <span className={cx(styles.plantHeadLive, lookOf(styles, 'plant-head-live', live.mode))}>
          <i />
          {text(`shell.live.${live.mode}`)}
        </span>
      </span>
    </div>
  )
}

export const PlantHeadSkeleton = () => (
  <div className={styles.plantHeadRow}>
    <Skeleton width={220} height={26} />
    <Skeleton width={84} height={22} />
    <Skeleton width={170} height={16} />
  </div>
)
