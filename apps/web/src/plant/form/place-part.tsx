import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { zonesQuery } from '../../api/zones.ts'
import { useCountries } from '../../auth/contact/country-choice.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useNow } from '../../ui/now.ts'
import { showToast } from '../../ui/toast-store.ts'
import { PlaceFinderPart } from '../place/place-finder-part.tsx'
import { toZoneOptions } from './guess.ts'
import { parsePlace } from './parse-place.ts'
import { findZoneClash } from './place-clash.ts'
import styles from './plant-form.module.css'
import type { PartProps } from './plant-part.tsx'

/** Fills in the coordinates of the browser. */
export function LocateButton({ change }: Pick<PartProps, 'change'>) {
  const { text } = useText()
  const [locating, setLocating] = useState(false)
  // Browsers share their location with https pages only.
  if (!('geolocation' in navigator) || !window.isSecureContext) return null
  const locate = (): void => {
    setLocating(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating(false)
        change({ latitude: coords.latitude.toFixed(5), longitude: coords.longitude.toFixed(5) })
      },
      () => {
        setLocating(false)
        showToast(text('plant-create.locate.failed'), 'warn')
      },
      { timeout: 15_000, maximumAge: 600_000 },
    )
  }

  return (
    <Button size="s" icon="location" busy={locating} onClick={locate}>
      {text('plant-create.locate')}
    </Button>
  )
}

/** The location as its own part: search and map, then what they fill in. */
export function PlacePart({ draft, change, faultOf }: PartProps) {
  const { text } = useText()
  return (
    <Card title={text('plant-create.section.place')} aside={<LocateButton change={change} />}>
      <div className={cx(styles.plantFormFields, styles.plantFormPairs)}>
        <div className={styles.plantFormWide}>
          <PlaceFinderPart draft={draft} change={change} follows={false} />
        </div>
        <PlaceFields draft={draft} change={change} faultOf={faultOf} />
      </div>
    </Card>
  )
}

/** Address, country, coordinates and zone, by hand. */
export function PlaceFields({ draft, change, faultOf }: PartProps) {
  const { text } = useText()
  const format = useFormat()
  const countries = useCountries()
  const hoursApart = findZoneClash(draft, useNow(HOUR_MS))
  const { data: listed } = useQuery(zonesQuery)
  const zones = useMemo(() => toZoneOptions(draft.zone, Date.now(), listed), [draft.zone, listed])

  const typeCoordinate = (field: 'latitude' | 'longitude') => (value: string) =>
    change(parsePlace(value) ?? { [field]: value })

  return (
    <>
      <div className={styles.plantFormWide}>
        <TextField
          label={text('plant-create.address')}
          optional
          maxLength={300}
          autoComplete="street-address"
          value={draft.address}
          onChange={(address) => change({ address })}
        />
      </div>
      <SelectField
        label={text('plant-create.country')}
        optional
        value={draft.country}
        onChange={(country) => change({ country })}
        options={[{ value: '', label: text('plant-create.country.none') }, ...countries]}
      />
      <TextField
        label={text('plant-create.altitude')}
        optional
        unit="m"
        inputMode="decimal"
        autoComplete="off"
        value={draft.altitude}
        error={faultOf('altitude')}
        onChange={(altitude) => change({ altitude })}
      />
      {(['latitude', 'longitude'] as const).map((field) => (
        <TextField
          key={field}
          label={text(`plant-create.${field}`)}
          unit="°"
          inputMode="decimal"
          autoComplete="off"
          placeholder={format.number(field === 'latitude' ? 48.1371 : 11.5754, 4)}
          value={draft[field]}
          error={faultOf(field)}
          onChange={typeCoordinate(field)}
        />
      ))}
      <p className={styles.plantFormNote}>{text('plant-create.place.hint')}</p>
      <div className={styles.plantFormWide}>
        <Combobox
          label={text('plant-create.zone')}
          placeholder={text('plant-create.zone.search')}
          options={zones}
          value={draft.zone}
          error={faultOf('zone')}
          onChange={(zone) => change({ zone })}
        />
        {hoursApart !== undefined && (
          <Notice tone="warn" isStatus>
            {text('plant-create.zone.far', { hours: hoursApart, zone: draft.zone.replaceAll('_', ' ') })}
          </Notice>
        )}
      </div>
    </>
  )
}
