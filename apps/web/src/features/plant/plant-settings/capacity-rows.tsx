import { useState } from 'react'
import { removeCapacity } from '../../../api/planes.ts'
import type { Plant } from '../../../api/plants.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { usePlantChanged } from '../../../plant/use-plant-changed.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingRow } from '../../../ui/setting.tsx'

type Dated = Plant['capacities'][number]

/** Capacities by the day from which they were installed, the newest first; nothing where it was always the same. */
export function CapacityRows() {
  const { text } = useText()
  const format = useFormat()
  const { plant } = useCurrentPlant()
  const [removed, setRemoved] = useState<string>()
  if (plant.capacities.length < 2) return null
  const nameOf = ({ from }: Dated): string =>
    from === null ? text('finance.tariff.start') : text('finance.tariff.since', { date: format.date(from) })
  return (
    <>
      {plant.capacities.toReversed().map((capacity) => (
        <SettingRow
          key={capacity.from ?? ''}
          icon="clock"
          title={nameOf(capacity)}
          hint={`${text('plant-create.capacity')}: ${format.peakWp(capacity.capacityWp).text}`}
        >
          {capacity.from !== null && (
            <Button
              size="s"
              label={text('metering.capacity.remove.label', { name: nameOf(capacity) })}
              onClick={() => setRemoved(capacity.from ?? undefined)}
            >
              {text('organization.remove.submit')}
            </Button>
          )}
        </SettingRow>
      ))}
      {removed !== undefined && <RemoveDialog from={removed} onClose={() => setRemoved(undefined)} />}
    </>
  )
}

function RemoveDialog({ from, onClose }: Readonly<{ from: string; onClose: () => void }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  return (
    <ActionDialog
      title={text('metering.capacity.remove')}
      confirm={text('metering.capacity.remove')}
      danger
      run={async () => {
        await removeCapacity(plantId, from)
        await changed()
      }}
      done={text('metering.capacity.removed')}
      onClose={onClose}
    >
      <p>{text('metering.capacity.remove.lead')}</p>
    </ActionDialog>
  )
}
