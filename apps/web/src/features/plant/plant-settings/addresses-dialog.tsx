import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { giveBack, type LoggerAddress, type TakeBack } from '../../../api/logger-addresses.ts'
import type { OwnLogger } from '../../../api/loggers.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SettingRow } from '../../../ui/setting.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { addressesQuery } from './settings-queries.ts'
import { TakeBackDialog } from './take-back-dialog.tsx'
import { usePlantChanged } from './use-plant-changed.ts'

/** From where records of a logger came; what came from one of these addresses can be taken back. */
export function AddressesDialog({ logger, onClose }: Readonly<{ logger: OwnLogger; onClose: () => void }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const { loggerId } = logger
  const { data, error, refetch } = useQuery(addressesQuery(plantId, loggerId))
  const [chosen, setChosen] = useState<LoggerAddress>()
  if (chosen) return <TakeBackDialog loggerId={loggerId} from={chosen} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={text('plant-settings.addresses', { name: logger.name || logger.serial })}
      width={640}
    >
      <p>{text('plant-settings.addresses.lead')}</p>
      {!data &&
        (error ? <ErrorPanel compact failure={error} onRetry={() => void refetch()} /> : <Skeleton height={80} />)}
      {data?.addresses.length === 0 && <SettingRow title={text('plant-settings.addresses.none')} />}
      {data?.addresses.map((address) => (
        <AddressRow key={address.address} from={address} onTakeBack={() => setChosen(address)} />
      ))}
      {data?.takeBacks.map((item) => (
        <TakeBackRow key={item.number} loggerId={loggerId} taken={item} />
      ))}
    </Dialog>
  )
}

function AddressRow({ from, onTakeBack }: Readonly<{ from: LoggerAddress; onTakeBack: () => void }>) {
  const { text } = useText()
  const format = useFormat()
  const { zone } = useCurrentPlant()
  const { address, firstMs, lastMs, records } = from
  return (
    <SettingRow
      icon="logger"
      title={address}
      hint={text('plant-settings.addresses.row', {
        count: records,
        from: format.moment(firstMs, zone),
        to: format.moment(lastMs, zone),
      })}
    >
      <Button size="s" label={text('plant-settings.takeBack.label', { address })} onClick={onTakeBack}>
        {text('plant-settings.takeBack')}
      </Button>
    </SettingRow>
  )
}

function TakeBackRow({ loggerId, taken }: Readonly<{ loggerId: number; taken: TakeBack }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId, zone } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const { running, run } = useAction()
  const { number, address, sinceMs, state, records, takenAtMs, takenBy } = taken
  const undo = () =>
    run(
      'giveBack',
      async () => {
        await giveBack({ plantId, loggerId }, number)
        await changed()
      },
      text('plant-settings.savedRecounting'),
    )
  return (
    <SettingRow
      icon="trash"
      title={text(`plant-settings.takeBack.${state}`, {
        address,
        since: format.moment(sinceMs, zone),
        count: records,
      })}
      hint={[format.moment(takenAtMs, zone), takenBy].filter(Boolean).join(' · ')}
    >
      {state === 'taken' && (
        <Button
          size="s"
          busy={running !== undefined}
          label={text('plant-settings.giveBack.label', { address })}
          onClick={() => void undo()}
        >
          {text('plant-settings.giveBack')}
        </Button>
      )}
    </SettingRow>
  )
}
