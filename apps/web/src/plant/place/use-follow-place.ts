import { isCurrency } from '@heliograph/domain/money.ts'
import { useEffect, useRef } from 'react'
import type { PlaceDetails } from '../../api/places.ts'
import type { PlantDraft } from '../form/plant-form.ts'
import { usePlaceDetails } from './use-place-details.ts'

const fields = ['country', 'zone', 'currency'] as const
type Followed = Readonly<Partial<Record<(typeof fields)[number], string>>>

/** Values for the form's fields that follow from a place. */
export const readFollowed = ({ country, zone }: PlaceDetails): Followed => ({
  ...(country ? { country: country.code } : {}),
  ...(zone ? { zone: zone.key } : {}),
  ...(country?.currency && isCurrency(country.currency) ? { currency: country.currency } : {}),
})

/**
 * The fields follow the place until a person sets them. Of the form and not of the map in it, which comes later and may be
 * gone before the answer is there.
 */
export function useFollowPlace(draft: PlantDraft, change: (changes: Partial<PlantDraft>) => void): void {
  const { found: known, isMoved } = usePlaceDetails(draft)
  const details = isMoved ? known : undefined
  const own = useRef({ country: draft.country, zone: draft.zone, currency: draft.currency })
  const now = useRef({ draft, change })
  now.current = { draft, change }
  useEffect(() => {
    if (details === undefined) return
    const found = readFollowed(details)
    const untouched = fields.filter((field) => now.current.draft[field] === own.current[field])
    const changes = Object.fromEntries(
      untouched.flatMap((field) => (found[field] === undefined ? [] : [[field, found[field]]])),
    ) as Followed
    own.current = { ...own.current, ...changes }
    if (untouched.some((field) => (changes[field] ?? own.current[field]) !== now.current.draft[field]))
      now.current.change(changes)
  }, [details])
}
