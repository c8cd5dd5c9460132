import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { deviceDetailPath } from '../../../address/paths.ts'
import { decideStanding, fetchOwnDevices, type OwnDevice } from '../../../api/devices.ts'
import { plantKey } from '../../../api/queries.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { useAction } from '../../../ui/use-action.ts'

export function useWaiting(): readonly OwnDevice[] {
  const { plantId } = useCurrentPlant()
  const { data } = useQuery({
    queryKey: [...plantKey(plantId), 'own-devices'],
    queryFn: ({ signal }) => fetchOwnDevices(plantId, signal),
  })
  return (data ?? []).filter(({ standing }) => standing === 'waiting')
}

/** Inverters that are in no figure until a person confirms that they belong to the plant. */
export function WaitingSection() {
  const { text } = useText()
  const waiting = useWaiting()
  if (waiting.length === 0) return null
  return (
    <SettingCard title={text('devices.waiting')} lead={text('devices.waiting.lead')}>
      {waiting.map((device) => (
        <WaitingRow key={device.deviceId} device={device} />
      ))}
    </SettingCard>
  )
}

function WaitingRow({ device }: Readonly<{ device: OwnDevice }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId, zone, can } = useCurrentPlant()
  const client = useQueryClient()
  const { running, run } = useAction()
  const [isLeaving, setLeaving] = useState(false)
  const { deviceId, name, serial, ratedW, observedW, waitsSinceMs } = device
  const decide = async (standing: 'counted' | 'discarded') => {
    await decideStanding(plantId, deviceId, standing)
    await client.invalidateQueries({ queryKey: plantKey(plantId) })
  }
  const facts = [
    serial,
    ratedW === null
      ? text('devices.waiting.observed', { power: format.powerW(observedW).text })
      : format.powerW(ratedW).text,
    waitsSinceMs !== null && text('devices.waiting.since', { at: format.moment(waitsSinceMs, zone) }),
  ]
  return (
    <SettingRow
      icon="warning"
      tone="warn"
      title={<Link to={deviceDetailPath(deviceId)}>{name}</Link>}
      hint={facts.filter(Boolean).join(' · ')}
    >
      {can('editPlant') && (
        <>
          <Button
            size="s"
            busy={running !== undefined}
            label={text('devices.waiting.confirm.label', { name })}
            onClick={() => void run('confirm', () => decide('counted'), text('devices.waiting.confirm.done'))}
          >
            {text('devices.waiting.confirm')}
          </Button>
          <Button
            size="s"
            disabled={running !== undefined}
            label={text('devices.waiting.discard.label', { name })}
            onClick={() => setLeaving(true)}
          >
            {text('devices.waiting.discard')}
          </Button>
        </>
      )}
      {isLeaving && (
        <ActionDialog
          title={text('devices.waiting.discard.label', { name })}
          confirm={text('devices.waiting.discard')}
          danger
          run={() => decide('discarded')}
          done={text('devices.waiting.discard.done')}
          onClose={() => setLeaving(false)}
        >
          <p>{text('devices.waiting.discard.hint')}</p>
        </ActionDialog>
      )}
    </SettingRow>
  )
}
