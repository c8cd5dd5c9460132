import { deviceKinds } from '@heliograph/domain/device.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { deviceDetailPath, replacePath } from '../../../address/paths.ts'
import { decideStanding, type OwnDevice, restoreDevice } from '../../../api/devices.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { MoveDeviceDialog } from '../../../plant/move/move-dialog.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { MenuEntry } from '../../../ui/menu-entry.ts'
import { FirstRows, RowsLoading, SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { AnnounceDeviceDialog } from './announce-device-dialog.tsx'
import styles from './devices-card.module.css'
import { EditDeviceDialog } from './edit-device-dialog.tsx'
import { MeterDialog } from './meter-dialog.tsx'
import { RemoveDeviceDialog } from './remove-device-dialog.tsx'
import { RowMenu } from './row-menu.tsx'
import { ownDevicesQuery } from './settings-queries.ts'
import { usePlantChanged } from './use-plant-changed.ts'

/** Devices before the rest is asked for. */
const FIRST = 3

/** Whether somebody must decide or look: such a device is never behind the press. */
const wantsLook = ({ standing, moved }: OwnDevice): boolean => standing !== 'counted' || Boolean(moved?.still)

/** Names and ratings of the devices, and their removal. */
export function DevicesCard() {
  const { text } = useText()
  const { plantId, can } = useCurrentPlant()
  const [isAnnouncing, setAnnouncing] = useState(false)
  const { data, error, refetch } = useQuery(ownDevicesQuery(plantId))
  return (
    <SettingCard
      title={text('plant-settings.devices')}
      aside={
        can('addPlantDevice') && (
          <Button size="s" icon="add" onClick={() => setAnnouncing(true)}>
            {text('device-place.announce')}
          </Button>
        )
      }
    >
      {!data && <RowsLoading error={error} refetch={refetch} />}
      {data?.length === 0 && <SettingRow title={text('plant-settings.devices.none')} />}
      <FirstRows
        first={Math.max(FIRST, data?.filter(wantsLook).length ?? 0)}
        rows={(data ?? [])
          .toSorted((a, b) => Number(wantsLook(b)) - Number(wantsLook(a)))
          .map((device) => <DeviceRow key={device.deviceId} device={device} />)}
      />
      {isAnnouncing && <AnnounceDeviceDialog onClose={() => setAnnouncing(false)} />}
    </SettingCard>
  )
}

function DeviceRow({ device }: Readonly<{ device: OwnDevice }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId, can, zone } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const { running, run } = useAction()
  const [open, setOpen] = useState<'edit' | 'remove' | 'wire' | 'move'>()
  const { name, ratedW, removedAtMs, standing, replaced, moved } = device
  const before = replaced[0]
  const restore = () =>
    run(
      'restore',
      async () => {
        await restoreDevice(plantId, device.deviceId)
        await changed()
      },
      text('plant-settings.device.restored', { name }),
    )
  const canRestore = removedAtMs !== null && moved?.kind !== 'went' && can('deletePlantDevice')
  const facts = [
    text(`devices.type.${device.type}`),
    device.serial,
    ratedW !== null && format.powerW(ratedW).text,
    moved &&
      text(moved.plantName === null ? `moves.${moved.kind}` : `moves.${moved.kind}.plant`, {
        plant: moved.plantName ?? '',
        date: format.date(localDate(moved.atMs, zone)),
      }),
    removedAtMs !== null &&
      moved?.kind !== 'went' &&
      text('plant-settings.device.removedOn', { date: format.date(localDate(removedAtMs, zone)) }),
    device.announcedAtMs !== null && text('device-place.announced'),
    before !== undefined &&
      text('device-place.replaced', { serial: before.serial, date: format.date(localDate(before.untilMs, zone)) }),
    standing !== 'counted' && text(`plant-settings.device.${standing}`),
  ]
  const count = () =>
    run(
      'count',
      async () => {
        await decideStanding(plantId, device.deviceId, 'counted')
        await changed()
      },
      text('plant-settings.savedRecounting'),
    )
  const more: readonly (readonly (MenuEntry | false)[])[] = [
    [
      deviceKinds[device.type].isMeter && {
        id: 'wire',
        icon: 'grid',
        content: text('device-place.meter.button', { name }),
        onPick: () => setOpen('wire'),
      },
      can('addPlantDevice') && {
        id: 'replace',
        icon: 'swap',
        content: text('device-place.replace', { name }),
        to: replacePath(plantId, device.serial),
      },
      can('deletePlantDevice') &&
        removedAtMs === null && {
          id: 'move',
          icon: 'arrowRight',
          content: text('moves.title', { name }),
          onPick: () => setOpen('move'),
        },
      canRestore && {
        id: 'restore',
        icon: 'refresh',
        content: text('plant-settings.device.restore', { name }),
        onPick: () => void restore(),
      },
    ],
    [
      can('deletePlantDevice') && {
        id: 'remove',
        icon: 'trash',
        content: text('plant-settings.remove', { name }),
        onPick: () => setOpen('remove'),
      },
    ],
  ]
  return (
    <SettingRow
      icon={removedAtMs === null ? 'device' : 'offline'}
      title={<Link to={deviceDetailPath(device.deviceId)}>{name}</Link>}
      hint={
        <>
          {facts.filter(Boolean).join(' · ')}
          {moved?.still && <StillHeard moved={moved} still={moved.still} />}
        </>
      }
    >
      {standing !== 'counted' && (
        <Button
          size="s"
          busy={running !== undefined}
          label={text('plant-settings.device.count', { name })}
          onClick={() => void count()}
        >
          {text('plant-settings.device.count.short')}
        </Button>
      )}
      <Button size="s" label={text('plant-settings.edit', { name })} onClick={() => setOpen('edit')}>
        {text('shell.action.edit')}
      </Button>
      {more.some((group) => group.some(Boolean)) && (
        <RowMenu label={text('plant-settings.actions', { name })} groups={more} />
      )}
      {open === 'edit' && <EditDeviceDialog device={device} onClose={() => setOpen(undefined)} />}
      {open === 'wire' && <MeterDialog device={device} onClose={() => setOpen(undefined)} />}
      {open === 'move' && (
        <MoveDeviceDialog plantId={plantId} deviceId={device.deviceId} name={name} onClose={() => setOpen(undefined)} />
      )}
      {open === 'remove' && <RemoveDeviceDialog device={device} onClose={() => setOpen(undefined)} />}
    </SettingRow>
  )
}

type Moved = NonNullable<OwnDevice['moved']>

/** The move holds, but the cable needs a check. */
function StillHeard({
  moved: { kind, plantName },
  still: { atMs, loggerName },
}: Readonly<{ moved: Moved; still: NonNullable<Moved['still']> }>) {
  const { text } = useText()
  const format = useFormat()
  const { zone } = useCurrentPlant()
  const key = loggerName === null || (kind === 'came' && plantName === null) ? 'hidden' : kind
  return (
    <div className={styles.stillHeard} data-part="still-heard">
      <Icon name="warning" size={15} />
      {text(`moves.still.${key}`, {
        logger: loggerName ?? '',
        plant: plantName ?? '',
        time: format.moment(atMs, zone),
      })}
    </div>
  )
}
