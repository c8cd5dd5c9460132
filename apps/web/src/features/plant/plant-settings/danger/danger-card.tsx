import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { plantKey } from '../../../../api/queries.ts'
import { useCurrentPlant } from '../../../../plant/current-plant.ts'
import { usePlantGone } from '../../../../plant/give-up.tsx'
import { OfferRow } from '../../../../plant/offer-row.tsx'
import { canTakeOver } from '../../../../plant/shares.ts'
import { businessesQuery, membersQuery } from '../../../../plant/sharing-queries.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { RowsLoading, SettingCard, SettingRow } from '../../../../ui/setting.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'

/** The owner's exits: the plant is transferred or deleted. */
export function DangerCard() {
  const { text } = useText()
  const { plantId, can } = useCurrentPlant()
  const client = useQueryClient()
  const gone = usePlantGone(plantId)
  const members = useQuery(membersQuery(plantId))
  const businesses = useQuery(businessesQuery(plantId))
  const [open, setOpen] = useState<'handOver' | 'delete'>()
  const [people, firms] = [members.data?.members ?? [], businesses.data ?? []]
  const hasHeir = people.some(canTakeOver) || firms.some(canTakeOver)
  const offer = members.data?.offer
  return (
    <SettingCard title={text('sharing.end')}>
      {!members.data && <RowsLoading error={members.error} refetch={members.refetch} />}
      {members.data && (
        <SettingRow
          icon="user"
          title={text('sharing.handOver')}
          hint={
            offer ? <OfferRow offer={offer} /> : text(hasHeir ? 'sharing.handOver.hint' : 'sharing.handOver.nobody')
          }
          long
        >
          {!offer && (
            <Button disabled={!hasHeir} onClick={() => setOpen('handOver')}>
              {text('sharing.handOver')}
            </Button>
          )}
        </SettingRow>
      )}
      {members.data && can('deletePlant') && (
        <SettingRow icon="trash" title={text('sharing.delete')} hint={text('plant-settings.danger.delete')} long>
          <Button kind="danger" onClick={() => setOpen('delete')}>
            {text('sharing.delete')}
          </Button>
        </SettingRow>
      )}
      {open === 'handOver' && (
        <HandOverDialog
          members={people}
          businesses={firms}
          onClose={() => setOpen(undefined)}
          onDone={() => client.invalidateQueries({ queryKey: plantKey(plantId) })}
        />
      )}
      {open === 'delete' && <DeleteDialog onClose={() => setOpen(undefined)} onDone={gone} />}
    </SettingCard>
  )
}
