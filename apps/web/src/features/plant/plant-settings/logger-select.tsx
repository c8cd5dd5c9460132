import { useQuery } from '@tanstack/react-query'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { ownLoggersQuery } from './settings-queries.ts'

/** The logger through which a device reports. */
export function LoggerSelect({
  value,
  onChange,
}: Readonly<{ value: number | null; onChange: (loggerId: number) => void }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const { data = [] } = useQuery(ownLoggersQuery(plantId))
  return (
    <SelectField
      label={text('device-place.logger')}
      hint={text('device-place.logger.hint')}
      placeholder={text('device-place.logger.none')}
      value={value === null ? '' : String(value)}
      onChange={(id) => onChange(Number(id))}
      options={data.map(({ loggerId, name, serial }) => ({
        value: String(loggerId),
        label: name ? `${name} · ${serial}` : serial,
      }))}
    />
  )
}
