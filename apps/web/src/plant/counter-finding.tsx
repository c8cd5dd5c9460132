import { editDevice } from '../api/devices.ts'
import { useText } from '../texts/use-text.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { usePlantChanged } from './use-plant-changed.ts'
import { useQuantityName } from './use-quantity-name.ts'

/** A hybrid's counter rises without sun: one press says what it measures, and the history is recounted. */
export function CounterFinding({
  plantId,
  deviceId,
  deviceName,
  canSet,
  onSet,
}: Readonly<{
  plantId: number
  deviceId: number
  deviceName: string
  canSet: boolean
  onSet?: () => Promise<unknown>
}>) {
  const { text } = useText()
  const nameOf = useQuantityName()
  const changed = usePlantChanged(plantId)
  const { running, run } = useAction()
  const set = () =>
    run(
      'set',
      async () => {
        await editDevice(plantId, deviceId, { counterMeaning: 'acOutput' })
        await Promise.all([changed(), onSet?.()])
      },
      text('plant-data.counters.holdsBattery.done'),
    )
  return (
    <Notice
      isStatus
      tone="warn"
      action={
        canSet && (
          <Button size="s" icon="refresh" busy={running !== undefined} onClick={() => void set()}>
            {text('plant-data.counters.holdsBattery.set')}
          </Button>
        )
      }
    >
      {text('plant-data.counters.holdsBattery', { device: deviceName, energy: nameOf('generationTotalWh') })}
    </Notice>
  )
}
