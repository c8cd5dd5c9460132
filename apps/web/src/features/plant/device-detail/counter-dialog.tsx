import { type CounterMeaning, counterMeanings } from '@heliograph/domain/counter-meaning.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeviceDetail } from '../../../api/device-detail.ts'
import { editDevice } from '../../../api/devices.ts'
import { usePlantChanged } from '../../../plant/use-plant-changed.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { ChoiceCards } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { detailQuery } from './device-queries.ts'

const icons = { auto: 'refresh', pv: 'sun', acOutput: 'battery' } as const

/** A person's choice of the meaning of a hybrid's lifetime counter. */
export function CounterDialog({
  detail: { plantId, device },
  stated,
  onClose,
}: Readonly<{ detail: DeviceDetail; stated: CounterMeaning | null; onClose: () => void }>) {
  const { text } = useText()
  const client = useQueryClient()
  const changed = usePlantChanged(plantId)
  const [wanted, setWanted] = useState(stated)
  return (
    <ActionDialog
      title={text('device-detail.counter.title')}
      confirm={text('shell.action.save')}
      width={620}
      isReady={wanted !== stated}
      run={async () => {
        await editDevice(plantId, device.deviceId, { counterMeaning: wanted })
        await Promise.all([changed(), client.invalidateQueries(detailQuery(device.deviceId))])
      }}
      done={text('device-place.meter.done')}
      onClose={onClose}
    >
      <ChoiceCards
        label={text('device-detail.counter.title')}
        value={wanted ?? 'auto'}
        onChange={(meaning) => setWanted(meaning === 'auto' ? null : meaning)}
        choices={(['auto', ...counterMeanings] as const).map((value) => ({
          value,
          icon: icons[value],
          label: text(`device-detail.counter.${value}`),
          hint: text(`device-detail.counter.${value}.hint`),
        }))}
      />
      {wanted !== stated && (
        <Notice tone="warn" icon="refresh" isStatus>
          {text('plant-settings.recounts', { fields: text('device-detail.counter.title') })}
        </Notice>
      )}
    </ActionDialog>
  )
}
