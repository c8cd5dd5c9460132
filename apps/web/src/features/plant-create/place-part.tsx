import { useMemo, useState } from 'react'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { guessZone, listZones } from './guess.ts'
import { parsePlace } from './parse-place.ts'
import type { PartProps } from './plant-part.tsx'

/** Where it is: address, coordinates, zone. */
export function PlacePart({ draft, change, faultOf }: PartProps) {
  const { text } = useText()
  const [locating, setLocating] = useState(false)
  const zones = useMemo(() => listZones(guessZone(), Date.now()), [])

  const typeCoordinate = (field: 'latitude' | 'longitude') => (value: string) =>
    change(parsePlace(value) ?? { [field]: value })

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
    <Card
      title={text('plant-create.section.place')}
      aside={
        // Browsers tell their place to https pages only.
        'geolocation' in navigator && window.isSecureContext ? (
          <Button size="s" icon="location" busy={locating} onClick={locate}>
            {text('plant-create.locate')}
          </Button>
        ) : undefined
      }
    >
      <div className="plant-create-fields">
        <div className="plant-create-wide">
          <TextField
            label={text('plant-create.address')}
            optional
            maxLength={300}
            autoComplete="street-address"
            value={draft.address}
            onChange={(address) => change({ address })}
          />
        </div>
        {(['latitude', 'longitude'] as const).map((field) => (
          <TextField
            key={field}
            label={text(`plant-create.${field}`)}
            unit="°"
            inputMode="decimal"
            autoComplete="off"
            placeholder={field === 'latitude' ? '48.1371' : '11.5754'}
            value={draft[field]}
            error={faultOf(field)}
            onChange={typeCoordinate(field)}
          />
        ))}
        <p className="plant-create-note">{text('plant-create.place.hint')}</p>
        <div className="plant-create-wide">
          <Combobox
            label={text('plant-create.zone')}
            placeholder={text('plant-create.zone.search')}
            options={zones}
            value={draft.zone}
            error={faultOf('zone')}
            onChange={(zone) => change({ zone })}
          />
        </div>
      </div>
    </Card>
  )
}
