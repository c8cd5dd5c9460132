import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addLoggerPath } from '../../../address/paths.ts'
import { withdrawClaim } from '../../../api/claims.ts'
import { loggersQuery } from '../../../api/device-queries.ts'
import { type OwnLogger, removeLogger, renameLogger } from '../../../api/loggers.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { MoveLoggerDialog } from '../../../plant/move/move-dialog.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { beginHere } from '../../../ui/begin-here.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FirstRows, RowsLoading, SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { AddressesDialog } from './addresses-dialog.tsx'
import { RowMenu } from './row-menu.tsx'
import { ownLoggersQuery } from './settings-queries.ts'
import { SourcesDialog } from './sources-dialog.tsx'
import { UnprovenRow } from './unproven-row.tsx'
import { usePlantChanged } from './use-plant-changed.ts'

/** Loggers before the rest is asked for; those with unproven records come first. */
const FIRST = 2

type Props = Readonly<{ logger: OwnLogger; onClose: () => void }>
const nameOf = ({ name, serial }: OwnLogger): string => name || serial

/** Names of the loggers, and their removal. */
export function LoggersCard() {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const { data, error, refetch } = useQuery(ownLoggersQuery(plantId))
  const claims = useQuery(loggersQuery(plantId)).data?.claims ?? []
  return (
    <SettingCard title={text('plant-settings.loggers')}>
      {!data && <RowsLoading error={error} refetch={refetch} />}
      {data?.length === 0 && claims.length === 0 && <SettingRow title={text('plant-settings.loggers.none')} />}
      <FirstRows
        first={Math.max(FIRST, data?.filter(({ unproven }) => unproven.length > 0).length ?? 0)}
        rows={(data ?? [])
          .toSorted((a, b) => b.unproven.length - a.unproven.length)
          .map((logger) => <LoggerRow key={logger.loggerId} logger={logger} />)}
      />
      {claims.map(({ serial }) => (
        <ClaimRow key={serial} serial={serial} />
      ))}
    </SettingCard>
  )
}

/** A logger that the plant claims without a proof so far. */
function ClaimRow({ serial }: Readonly<{ serial: string }>) {
  const { text } = useText()
  const { plantId: id, can } = useCurrentPlant()
  const changed = usePlantChanged(id)
  const { running, run } = useAction()
  const withdraw = () =>
    run('withdraw', async () => {
      await withdrawClaim(id, serial)
      await changed()
    })
  return (
    <SettingRow icon="logger" title={serial} hint={text('plant-settings.logger.claim')}>
      {can('addPlantDevice') && (
        <ButtonLink size="s" to={addLoggerPath(id)}>
          {text('plant-settings.logger.claim.prove')}
        </ButtonLink>
      )}
      {can('deletePlantDevice') && (
        <Button
          size="s"
          label={text('plant-settings.remove', { name: serial })}
          busy={running !== undefined}
          onClick={() => void withdraw()}
        >
          {text('organization.remove.submit')}
        </Button>
      )}
    </SettingRow>
  )
}

function LoggerRow({ logger }: Readonly<{ logger: OwnLogger }>) {
  const { text } = useText()
  const { plantId, can } = useCurrentPlant()
  const [open, setOpen] = useState<'rename' | 'remove' | 'sources' | 'addresses' | 'move'>()
  const name = nameOf(logger)
  const close = () => setOpen(undefined)
  const mayRemove = can('deletePlantDevice')
  return (
    <>
      <SettingRow
        icon="logger"
        title={name}
        hint={[logger.serial, text('plant-settings.logger.devices', { count: logger.deviceCount })].join(' · ')}
      >
        <Button size="s" label={text('plant-settings.edit', { name })} onClick={() => setOpen('rename')}>
          {text('shell.action.edit')}
        </Button>
        <RowMenu
          label={text('plant-settings.actions', { name })}
          groups={[
            [
              {
                id: 'sources',
                icon: 'lock',
                content: text('plant-settings.sources', { name }),
                onPick: () => setOpen('sources'),
              },
              mayRemove && {
                id: 'addresses',
                icon: 'location',
                content: text('plant-settings.addresses', { name }),
                onPick: () => setOpen('addresses'),
              },
              // A program names the plant to which it posts.
              mayRemove &&
                logger.ownership !== 'posted' && {
                  id: 'move',
                  icon: 'arrowRight',
                  content: text('moves.title', { name }),
                  onPick: () => setOpen('move'),
                },
            ],
            [
              mayRemove && {
                id: 'remove',
                icon: 'trash',
                content: text('plant-settings.remove', { name }),
                onPick: () => setOpen('remove'),
              },
            ],
          ]}
        />
        {open === 'addresses' && <AddressesDialog logger={logger} onClose={close} />}
        {open === 'move' && <MoveLoggerDialog plantId={plantId} logger={{ ...logger, name }} onClose={close} />}
        {open === 'rename' && <RenameDialog logger={logger} onClose={close} />}
        {open === 'remove' && <RemoveDialog logger={logger} onClose={close} />}
        {open === 'sources' && <SourcesDialog logger={logger} onClose={close} />}
      </SettingRow>
      {logger.unproven.map((item) => (
        <UnprovenRow key={item.network ?? ''} logger={logger} unproven={item} />
      ))}
    </>
  )
}

function RenameDialog({ logger, onClose }: Props) {
  const { text } = useText()
  const { plantId: id } = useCurrentPlant()
  const changed = usePlantChanged(id)
  const [name, setName] = useState(logger.name)
  return (
    <ActionDialog
      title={text('plant-settings.edit', { name: nameOf(logger) })}
      confirm={text('shell.action.save')}
      isReady={name.trim() !== logger.name}
      run={async () => {
        await renameLogger(id, logger.loggerId, name)
        await changed()
      }}
      done={text('plant-settings.saved')}
      onClose={onClose}
    >
      <TextField
        label={text('plant-settings.logger.name')}
        hint={text('plant-settings.logger.name.hint')}
        optional
        value={name}
        onChange={setName}
        maxLength={100}
        autoComplete="off"
        inputRef={beginHere}
      />
    </ActionDialog>
  )
}

function RemoveDialog({ logger, onClose }: Props) {
  const { text } = useText()
  const { plantId: id } = useCurrentPlant()
  const changed = usePlantChanged(id)
  const name = nameOf(logger)
  return (
    <ActionDialog
      title={text('plant-settings.remove', { name })}
      confirm={text('plant-settings.logger.remove')}
      danger
      run={async () => {
        await removeLogger(id, logger.loggerId)
        await changed()
      }}
      done={text('plant-settings.device.removed', { name })}
      onClose={onClose}
    >
      <p>{text('plant-settings.logger.remove.hint')}</p>
    </ActionDialog>
  )
}
