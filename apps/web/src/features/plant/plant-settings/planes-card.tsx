import type { ModulePlane } from '@heliograph/domain/module-plane.ts'
import { useState } from 'react'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { CapacityRows } from './capacity-rows.tsx'
import { PlanesDialog } from './planes-dialog.tsx'

/** Where the modules face: all curves of a clear sky follow from it. */
export function PlanesCard() {
  const { text } = useText()
  const format = useFormat()
  const { plant } = useCurrentPlant()
  const [isOpen, setOpen] = useState(false)
  const degrees = new Intl.NumberFormat(format.locale, { maximumFractionDigits: 1 })
  const describe = ({ azimuthDeg, tiltDeg, capacityWp }: ModulePlane): string =>
    text('metering.plane.is', {
      capacity: format.peakWp(capacityWp).text,
      azimuth: degrees.format(azimuthDeg),
      tilt: degrees.format(tiltDeg),
    })
  return (
    <SettingCard
      title={text('metering.planes')}
      lead={text('metering.planes.lead')}
      aside={
        <Button size="s" icon="settings" onClick={() => setOpen(true)}>
          {text('metering.planes.edit')}
        </Button>
      }
    >
      {plant.planes.map((plane, at) => (
        <SettingRow
          // biome-ignore lint/suspicious/noArrayIndexKey: planes have an order and no other identity
          key={at}
          icon="sun"
          title={plane.name || text('metering.plane', { number: at + 1 })}
          hint={describe(plane)}
        />
      ))}
      <CapacityRows />
      {isOpen && <PlanesDialog planes={plant.planes} onClose={() => setOpen(false)} />}
    </SettingCard>
  )
}
