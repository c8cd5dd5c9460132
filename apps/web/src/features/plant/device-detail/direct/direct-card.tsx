import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Reading, type Register, readDevice } from '../../../../api/commands.ts'
import type { DeviceDetail } from '../../../../api/device-detail.ts'
import { useQuantityName } from '../../../../plant/use-quantity-name.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { useAction } from '../../../../ui/use-action.ts'
import styles from './direct-card.module.css'
import { commandsQuery, permissionQuery } from './direct-queries.ts'
import { PastCommands } from './past-commands.tsx'
import { showRegister } from './register-text.ts'
import { SettingDialog } from './setting-dialog.tsx'

/** Readings of the device itself now, through its logger, and its settings. Nothing until the owner allows it. */
export function DirectCard({ detail }: Readonly<{ detail: DeviceDetail }>) {
  const { text } = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { running, run } = useAction()
  const [reading, setReading] = useState<Reading>()
  const [open, setOpen] = useState<Register>()
  const { plantId, zone } = detail
  const { deviceId } = detail.device
  const permission = useQuery(permissionQuery(plantId)).data?.permission
  if (permission === undefined || permission === 'off') return null
  const read = () =>
    run('read', async () => {
      setReading(await readDevice({ plantId, deviceId }))
      await client.invalidateQueries({ queryKey: commandsQuery(plantId, deviceId).queryKey })
    })
  const settings = reading?.items.filter(({ setting }) => setting !== null) ?? []
  const readings = reading?.items.filter(({ setting }) => setting === null) ?? []
  return (
    <Card
      title={text('commands.title')}
      aside={
        <Button icon="refresh" busy={running === 'read'} onClick={() => void read()}>
          {text('commands.read')}
        </Button>
      }
    >
      <p className={styles.directLead}>
        {reading?.atMs ? text('commands.read.at', { time: format.moment(reading.atMs, zone) }) : text('commands.lead')}
      </p>
      <div role="status">
        {running === 'read' && <p className={styles.directLead}>{text('commands.reading')}</p>}
        {reading?.reason && <Notice tone="warn">{text(`commands.reason.${reading.reason}`)}</Notice>}
      </div>
      {settings.length > 0 && (
        <>
          <h3 className={styles.directHead}>{text('commands.settings')}</h3>
          <dl className={styles.directList}>
            {settings.map((setting) => (
              <div key={setting.item}>
                <dt>{setting.label}</dt>
                <dd>
                  {showRegister(setting, format)}
                  {permission === 'write' && (
                    <Button
                      size="s"
                      kind="quiet"
                      icon="settings"
                      label={text('commands.change', { name: setting.label })}
                      onClick={() => setOpen(setting)}
                    />
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {readings.length > 0 && <Readings readings={readings} />}
      <PastCommands plantId={plantId} deviceId={deviceId} zone={zone} />
      {open && (
        <SettingDialog
          place={{ plantId, deviceId }}
          register={open}
          onClose={() => setOpen(undefined)}
          onSet={() => void read()}
        />
      )}
    </Card>
  )
}

function Readings({ readings }: Readonly<{ readings: readonly Register[] }>) {
  const { text } = useText()
  const format = useFormat()
  const nameOf = useQuantityName()
  return (
    <>
      <h3 className={styles.directHead}>{text('commands.readings', { count: readings.length })}</h3>
      <dl className={styles.directList}>
        {readings.map((reading) => (
          <div key={reading.item}>
            <dt>{reading.quantity === null ? reading.label : nameOf(reading.quantity)}</dt>
            <dd>{showRegister(reading, format)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
