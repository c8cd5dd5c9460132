import { formatOffset } from '@heliograph/domain/format/timestamp.ts'
import { useRef } from 'react'
import type { Coordinates, PlaceDetails, Town } from '../../api/places.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { PlantDraft } from '../form/plant-form.ts'
import styles from './place-finder.module.css'
import { PlaceMap } from './place-map.tsx'
import { PlaceSearch } from './place-search.tsx'
import { readFollowed } from './use-follow-place.ts'
import { readPlace, usePlaceDetails } from './use-place-details.ts'

export type PlaceFinderProps = Readonly<{
  draft: PlantDraft
  change: (changes: Partial<PlantDraft>) => void
  /** Country, zone and currency follow the place (`useFollowPlace`); else they are proposed. */
  follows: boolean
  /** The place is missing. */
  fault?: string | undefined
}>

/** Search and map, and what the place says of itself. */
export function PlaceFinder({ draft, change, follows, fault }: PlaceFinderProps) {
  const place = readPlace(draft)
  const { found, isMoved } = usePlaceDetails(draft)
  const move = (to: Coordinates): void => change({ latitude: String(to.latitude), longitude: String(to.longitude) })
  /** The address that the last choice wrote: another choice replaces it, and what a person typed stays. */
  const written = useRef('')
  const pick = (town: Town, typed: string): void => {
    move(town)
    // Text beside the town is a street: worth keeping.
    const address = /\d/.test(typed) ? typed : [town.matched ?? town.name, town.region].filter(Boolean).join(', ')
    if (draft.address.trim() !== '' && draft.address !== written.current) return
    written.current = address
    change({ address })
  }
  return (
    <div className={styles.placeFinder}>
      <PlaceSearch country={draft.country} fault={fault} onPick={pick} onPlace={move} />
      <PlaceMap place={place} onMove={move} />
      {found && <Found found={found} currency={draft.currency} />}
      {found && !follows && isMoved && <Proposal found={found} draft={draft} change={change} />}
    </div>
  )
}

/** The place in words. */
function Found({ found, currency }: Readonly<{ found: PlaceDetails; currency: string }>) {
  const { text } = useText()
  const { number } = useFormat()
  if (found.country === null)
    return (
      <Notice tone="warn" isStatus>
        {text('place.sea')}
      </Notice>
    )
  const { country, region, town, zone } = found
  const near =
    town && (town.distanceKm < 1 ? town.name : text('place.near', { town: town.name, km: number(town.distanceKm, 0) }))
  const parts = [near, region, country.name, zone && `${zone.key.replaceAll('_', ' ')} (${formatOffset(zone.offset)})`]
  return (
    <p role="status" className={styles.placeFinderFound}>
      {[...parts, country.currency ?? currency].filter(Boolean).join(' · ')}
    </p>
  )
}

/** Facts of the place that differ from the form. */
function Proposal({
  found,
  draft,
  change,
}: Readonly<{ found: PlaceDetails; draft: PlantDraft; change: (changes: Partial<PlantDraft>) => void }>) {
  const { text } = useText()
  const other = Object.fromEntries(
    Object.entries(readFollowed(found)).filter(([field, value]) => draft[field as 'zone'] !== value),
  )
  const values = Object.values(other)
  if (values.length === 0) return null
  return (
    <Notice
      isStatus
      action={
        <Button size="s" onClick={() => change(other)}>
          {text('place.use')}
        </Button>
      }
    >
      {text('place.differs', { values: values.join(', ').replaceAll('_', ' ') })}
    </Notice>
  )
}
