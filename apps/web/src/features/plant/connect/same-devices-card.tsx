import { BEGINNING } from '@heliograph/domain/metering.ts'
import { useQuery } from '@tanstack/react-query'
import {
  denyLikeness,
  mergeDevices,
  type SameDevices,
  sameDevicesQuery,
  splitDevices,
} from '../../../api/same-devices.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { usePlantChanged } from '../../../plant/use-plant-changed.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { SettingRow } from '../../../ui/setting.tsx'
import { useAction } from '../../../ui/use-action.ts'

/** Devices that look like one device read by two ways, and those that people merged. Shown where there are any. */
export function SameDevicesCard() {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const { data } = useQuery(sameDevicesQuery(plantId))
  if (!data || data.alike.length + data.merged.length === 0) return null
  return (
    <Card title={text('same-device.title')}>
      {data.alike.map((pair) => (
        <AlikeRow key={`${pair.one.deviceId} ${pair.other.deviceId}`} pair={pair} />
      ))}
      {data.merged.map((pair) => (
        <MergedRow key={pair.second.deviceId} pair={pair} />
      ))}
    </Card>
  )
}

function AlikeRow({ pair }: Readonly<{ pair: SameDevices['alike'][number] }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId, can } = useCurrentPlant()
  const { running, run } = useAction()
  const changed = usePlantChanged(plantId)
  const { one, other, likeness } = pair
  const save = (name: string, work: () => Promise<unknown>, done?: string) =>
    run(
      name,
      async () => {
        await work()
        await changed()
      },
      done,
    )
  const merge = (deviceId: number, otherId: number) =>
    save(String(deviceId), () => mergeDevices(plantId, { deviceId, otherId }), text('same-device.done'))
  return (
    <SettingRow
      icon="swap"
      tone="warn"
      long
      title={text('same-device.alike', { one: one.name, other: other.name, percent: format.percent(likeness * 100) })}
      hint={text('same-device.alike.hint')}
    >
      {can('editPlant') && (
        <>
          {[
            [one, other],
            [other, one],
          ].map(([counts, second]) => (
            <Button
              key={counts?.deviceId}
              size="s"
              busy={running === String(counts?.deviceId)}
              onClick={() => void merge(counts?.deviceId ?? 0, second?.deviceId ?? 0)}
            >
              {text('same-device.count', { device: counts?.name ?? '' })}
            </Button>
          ))}
          <Button
            size="s"
            kind="quiet"
            busy={running === 'deny'}
            onClick={() =>
              void save('deny', () => denyLikeness(plantId, { deviceId: one.deviceId, otherId: other.deviceId }))
            }
          >
            {text('same-device.deny')}
          </Button>
        </>
      )}
    </SettingRow>
  )
}

function MergedRow({ pair }: Readonly<{ pair: SameDevices['merged'][number] }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId, can } = useCurrentPlant()
  const { running, run } = useAction()
  const changed = usePlantChanged(plantId)
  const { counts, second, from } = pair
  return (
    <SettingRow
      icon="check"
      tone="ok"
      title={text('same-device.merged', { second: second.name, counts: counts.name })}
      hint={
        from === BEGINNING
          ? text('same-device.merged.always')
          : text('same-device.merged.since', { day: format.date(from) })
      }
    >
      {can('editPlant') && (
        <Button
          size="s"
          busy={running !== undefined}
          onClick={() =>
            void run(
              'split',
              async () => {
                await splitDevices(plantId, second.deviceId)
                await changed()
              },
              text('same-device.done'),
            )
          }
        >
          {text('same-device.split')}
        </Button>
      )}
    </SettingRow>
  )
}
