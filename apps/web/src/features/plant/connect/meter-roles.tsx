import { meterRoles } from '@heliograph/domain/meter-role.ts'
import { wireMeter } from '../../../api/device-place.ts'
import type { Signs } from '../../../api/signs.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { usePlantChanged } from '../../../plant/use-plant-changed.ts'
import { useText } from '../../../texts/use-text.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { useAction } from '../../../ui/use-action.ts'

/** The role of each meter of a connection, as it says or as its owner says. */
export function MeterRoles({ meters }: Readonly<{ meters: Signs['meters'] }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const { run } = useAction()
  const changed = usePlantChanged(plantId)
  return meters.map(({ deviceId, deviceName, role }) => (
    <SelectField
      key={deviceId}
      label={text('signs.role', { device: deviceName })}
      hint={text(`device-place.meter.role.${role ?? 'auto'}.hint`)}
      value={role ?? 'auto'}
      onChange={(next) =>
        void run(
          'role',
          async () => {
            await wireMeter(plantId, deviceId, { role: next === 'auto' ? null : next })
            await changed()
          },
          text('device-place.meter.done'),
        )
      }
      options={(['auto', ...meterRoles] as const).map((value) => ({
        value,
        label: text(`device-place.meter.role.${value}`),
      }))}
    />
  ))
}
