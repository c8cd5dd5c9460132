import { Link } from 'react-router'
import { plantPath } from '../../../address/paths.ts'
import type { FleetPlant } from '../../../api/fleet.ts'
import { imageAddress } from '../../../api/plant-images.ts'
import { OpenAlarms } from '../../../plant/open-alarms.tsx'
import { StatusLink } from '../../../plant/status-badge.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Age } from '../../../ui/age.tsx'
import styles from './fleet-cards.module.css'
import { LostSince } from './lost-cell.tsx'
import { PlantTags } from './plant-tags.tsx'
import { SelectBox } from './select-box.tsx'
import { mostOf, Sparkline } from './sparkline.tsx'
import type { Selection } from './use-selection.ts'
import { AgainstNeighbors } from './yield-cell.tsx'

export function FleetCards({
  plants,
  selection,
}: Readonly<{ plants: readonly FleetPlant[]; selection: Selection | undefined }>) {
  const { text } = useText()
  const most = mostOf(plants)
  return (
    <ul className={styles.cards} aria-label={text('fleet.title')}>
      {plants.map((plant) => (
        <li key={plant.id} className={styles.card}>
          <FleetCard plant={plant} most={most} selection={selection} />
        </li>
      ))}
    </ul>
  )
}

function FleetCard({
  plant,
  most,
  selection,
}: Readonly<{ plant: FleetPlant; most: number; selection: Selection | undefined }>) {
  const { text } = useText()
  const format = useFormat()
  const cover = plant.coverId === null ? undefined : imageAddress(plant.id, plant.coverId, 'small')
  const power = format.powerW(plant.pvW)
  return (
    <>
      {cover && <img className={styles.cover} src={cover} alt="" loading="lazy" />}
      <div className={styles.head}>
        {selection && <SelectBox plant={plant} selection={selection} />}
        <Link className={styles.name} to={plantPath('data', { id: plant.id })}>
          {plant.name}
        </Link>
        <span className={styles.power}>
          {power.value} {power.unit && <small>{power.unit}</small>}
        </span>
      </div>
      <div className={styles.status}>
        <StatusLink plantId={plant.id} status={plant.status} reason={plant.reason} zone={plant.zone} />
        <OpenAlarms plantId={plant.id} isLink />
      </div>
      {plant.lost && (
        <div className={styles.lost}>
          <LostSince plant={plant} />
        </div>
      )}
      <PlantTags tagIds={plant.tagIds} />
      <div className={styles.yield}>
        <span>
          <b>{format.number(plant.todayYieldH)}</b> <small>{text('fleet.unit')}</small>
        </span>
        <AgainstNeighbors plant={plant} />
      </div>
      <Sparkline days={plant.days} most={most} />
      <div className={styles.foot}>
        <span>{format.peakWp(plant.capacityWp).text}</span>
        {plant.socPercent !== null && (
          <span>{text('plant-list.soc', { soc: format.percent(plant.socPercent, 0) })}</span>
        )}
        <Age atMs={plant.lastAtMs} />
      </div>
    </>
  )
}
