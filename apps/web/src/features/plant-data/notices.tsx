import type { OperatingSystem } from '@heliograph/contract/maintain-s/system.ts'
import { deviceStates } from '@heliograph/domain/device.ts'
import { useQuery } from '@tanstack/react-query'
import { plantPath } from '../../address/paths.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Age } from '../../ui/age.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { devicesQuery } from './queries.ts'

const MOST_NAMES = 3

/** Which devices are silent while others talk. */
function PartlyOffline() {
  const { plantId, can } = useCurrentPlant()
  const { text } = useText()
  const { data } = useQuery({ ...devicesQuery(plantId), enabled: can('viewPlantDevice') })
  const measuring = data?.filter(({ deviceId }) => deviceId > 0) ?? []
  const silent = measuring.filter(({ deviceStatus, asleep }) => deviceStatus === deviceStates.offline && !asleep)
  if (data && silent.length === 0) return null
  const names = silent.slice(0, MOST_NAMES).map(({ deviceName }) => deviceName)
  return (
    <Notice
      isStatus
      tone="warn"
      icon="offline"
      action={
        <ButtonLink size="s" kind="quiet" to={plantPath('device', { id: plantId })}>
          {text('plant-data.notice.devices')}
        </ButtonLink>
      }
    >
      {data
        ? text('plant-data.notice.partly', {
            silent: silent.length,
            all: measuring.length,
            names: `${names.join(', ')}${silent.length > names.length ? ' …' : ''}`,
          })
        : text('plant-data.notice.partlyUnknown')}
    </Notice>
  )
}

/** What must be known before the figures are believed. */
export function Notices({ system }: Readonly<{ system: OperatingSystem | undefined }>) {
  const { live, station, plantId, zone } = useCurrentPlant()
  const { text } = useText()
  const format = useFormat()
  const now = live.system
  const late = now?.condition === 'stale' || now?.condition === 'offline'
  return (
    <>
      {late && now && (
        <Notice
          isStatus
          tone={now.condition === 'offline' ? 'fault' : 'warn'}
          icon={now.condition === 'offline' ? 'offline' : 'clock'}
          action={
            <ButtonLink size="s" kind="quiet" to={plantPath('device', { id: plantId })}>
              {text('plant-data.notice.devices')}
            </ButtonLink>
          }
        >
          {text(`plant-data.notice.${now.condition === 'offline' ? 'offline' : 'stale'}`, {
            time: format.timestamp(now.lastUpdateTime === null ? null : now.lastUpdateTime * 1000, zone, true),
          })}{' '}
          <Age atMs={live.measuredAtMs} staleAfterMs={live.staleAfterMs} />
        </Notice>
      )}
      {!late && station.networkStatus === 'PARTIAL_OFFLINE' && <PartlyOffline />}
      {system && system.day.quarantined > 0 && (
        <Notice isStatus tone="warn">
          {text('plant-data.quarantine.today', {
            count: system.day.quarantined,
            energy: format.energyKwh(system.day.refusedValue).text,
          })}
        </Notice>
      )}
    </>
  )
}
