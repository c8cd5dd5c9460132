import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type MoveTarget, moveDevice, moveLogger } from '../../api/equipment-moves.ts'
import { useText } from '../../texts/use-text.tsx'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { ChoiceCards, SelectField } from '../../ui/field.tsx'
import { ownDevicesQuery, ownLoggersQuery } from '../own-equipment.ts'
import { usePlantChanged } from '../use-plant-changed.ts'
import { TargetField } from './target-field.tsx'

type Logger = Readonly<{ loggerId: number; name: string; deviceCount: number }>
type Props = Readonly<{ plantId: number; onClose: () => void }>

/** Moves a logger with all its devices to another plant. */
export function MoveLoggerDialog({ plantId, logger, onClose }: Props & Readonly<{ logger: Logger }>) {
  const { text } = useText()
  const changed = usePlantChanged(plantId)
  const [target, setTarget] = useState<MoveTarget>()
  const { name, loggerId, deviceCount: count } = logger
  return (
    <ActionDialog
      title={text('moves.title', { name })}
      confirm={text('moves.confirm')}
      width={520}
      isReady={target !== undefined}
      run={async () => {
        if (!target) return
        await moveLogger(plantId, loggerId, target.plantId)
        await changed()
      }}
      done={text('moves.done', { name, plant: target?.name ?? '' })}
      faults={{ OPTIMIZER_IN_PLANT: text('moves.there') }}
      onClose={onClose}
    >
      <p>{text('moves.logger.lead', { count })}</p>
      <p>{text('moves.history')}</p>
      <TargetField plantId={plantId} chosen={target} onChoose={setTarget} />
    </ActionDialog>
  )
}

/** Moves a device to another plant: with its logger, or alone to a logger there. */
export function MoveDeviceDialog({
  plantId,
  deviceId,
  name,
  onClose,
}: Props & Readonly<{ deviceId: number; name: string }>) {
  const { text } = useText()
  const changed = usePlantChanged(plantId)
  const [target, setTarget] = useState<MoveTarget>()
  const [way, setWay] = useState<'logger' | 'alone'>()
  const [toLoggerId, setToLoggerId] = useState<number>()
  const { data: devices } = useQuery(ownDevicesQuery(plantId))
  const { data: loggers } = useQuery(ownLoggersQuery(plantId))
  const ownLoggerId = devices?.find((device) => device.deviceId === deviceId)?.loggerId
  const logger = loggers?.find(({ loggerId }) => loggerId === ownLoggerId)
  const chosenWay = way ?? (logger ? 'logger' : 'alone')
  const { data: there } = useQuery({ ...ownLoggersQuery(target?.plantId ?? 0), enabled: target !== undefined })
  const isAlone = chosenWay === 'alone'
  return (
    <ActionDialog
      title={text('moves.title', { name })}
      confirm={text('moves.confirm')}
      width={520}
      isReady={target !== undefined && (!isAlone || toLoggerId !== undefined)}
      run={async () => {
        if (!target) return
        if (!isAlone && logger) await moveLogger(plantId, logger.loggerId, target.plantId)
        else if (toLoggerId !== undefined)
          await moveDevice(plantId, deviceId, { plantId: target.plantId, loggerId: toLoggerId })
        await changed()
      }}
      done={text('moves.done', { name, plant: target?.name ?? '' })}
      faults={{ OPTIMIZER_IN_PLANT: text('moves.there') }}
      onClose={onClose}
    >
      <p>{text('moves.history')}</p>
      {logger && (
        <ChoiceCards
          label={text('moves.way')}
          value={chosenWay}
          onChange={setWay}
          choices={[
            {
              value: 'logger',
              icon: 'logger',
              label: text('moves.way.logger', { logger: logger.name || logger.serial }),
              hint: text('moves.logger.lead', { count: logger.deviceCount }),
            },
            { value: 'alone', icon: 'device', label: text('moves.way.alone'), hint: text('moves.way.alone.hint') },
          ]}
        />
      )}
      <TargetField
        plantId={plantId}
        chosen={target}
        onChoose={(chosen) => {
          setTarget(chosen)
          setToLoggerId(undefined)
        }}
      />
      {isAlone && target && there && (
        <SelectField
          label={text('moves.through')}
          hint={there.length === 0 ? text('moves.through.none') : text('moves.through.hint')}
          placeholder={text('moves.through.choose')}
          value={toLoggerId === undefined ? '' : String(toLoggerId)}
          onChange={(id) => setToLoggerId(Number(id))}
          options={there.map((item) => ({
            value: String(item.loggerId),
            label: item.name ? `${item.name} · ${item.serial}` : item.serial,
          }))}
        />
      )}
    </ActionDialog>
  )
}
