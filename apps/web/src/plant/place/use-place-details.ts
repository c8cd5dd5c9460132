import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Coordinates, type PlaceDetails, placeDetailsQuery } from '../../api/places.ts'
import { useLanguage } from '../../texts/language-context.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { parseNumber } from '../form/parse-place.ts'
import type { PlantDraft } from '../form/plant-form.ts'

type Typed = Pick<PlantDraft, 'latitude' | 'longitude'>

export function readPlace({ latitude, longitude }: Typed): Coordinates | undefined {
  const place = { latitude: parseNumber(latitude), longitude: parseNumber(longitude) }
  return Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180 ? place : undefined
}

/** Facts about the place of a form, and whether it is another one than the form opened with. */
export function usePlaceDetails(draft: Typed): Readonly<{ found: PlaceDetails | undefined; isMoved: boolean }> {
  const { code } = useLanguage()
  const place = readPlace(draft)
  const settled = useSettled(place && `${place.latitude} ${place.longitude}`, 250)
  const [latitude = 0, longitude = 0] = settled?.split(' ').map(Number) ?? []
  const details = useQuery({ ...placeDetailsQuery({ latitude, longitude }, code), enabled: settled !== undefined })
  // A person's values for the place that the form opens with stay.
  const first = useRef(settled)
  const isMoved = useRef(false)
  isMoved.current ||= settled !== first.current
  return { found: settled === undefined ? undefined : details.data, isMoved: isMoved.current }
}
