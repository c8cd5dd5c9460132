import { useState } from 'react'
import { decideUnproven, type OwnLogger, type Unproven } from '../../../api/loggers.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingRow } from '../../../ui/setting.tsx'
import { usePlantChanged } from './use-plant-changed.ts'

/** Unproven records under a logger's serial number, and the owner's two answers. */
export function UnprovenRow({ logger, unproven }: Readonly<{ logger: OwnLogger; unproven: Unproven }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId, zone } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const [decision, setDecision] = useState<'accepted' | 'discarded'>()
  const { network, records, sinceMs, addresses } = unproven
  return (
    <SettingRow
      icon="warning"
      title={text('plant-settings.unproven', { count: records })}
      long
      hint={
        <>
          {[
            text('plant-settings.unproven.since', { at: format.moment(sinceMs, zone) }),
            ...(addresses.length > 0
              ? [text('plant-settings.unproven.from', { addresses: addresses.join(', ') })]
              : []),
          ].join(' · ')}
          <br />
          {text('plant-settings.unproven.alone')}
        </>
      }
    >
      <Button size="s" onClick={() => setDecision('accepted')}>
        {text('plant-settings.unproven.accept')}
      </Button>
      <Button size="s" onClick={() => setDecision('discarded')}>
        {text('plant-settings.unproven.discard')}
      </Button>
      {decision && (
        <ActionDialog
          title={text(`plant-settings.unproven.${decision}.title`)}
          confirm={text(decision === 'accepted' ? 'plant-settings.unproven.accept' : 'plant-settings.unproven.discard')}
          danger={decision === 'discarded'}
          run={async () => {
            await decideUnproven(plantId, logger.loggerId, { decision, ...(network !== undefined && { network }) })
            await changed()
          }}
          done={text('plant-settings.saved')}
          onClose={() => setDecision(undefined)}
        >
          <p>{text(`plant-settings.unproven.${decision}.hint`)}</p>
        </ActionDialog>
      )}
    </SettingRow>
  )
}
