import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { plantKey } from '../../../api/queries.ts'
import type { Business, Member, Members } from '../../../api/sharing.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { GiveUpButton, usePlantGone } from '../../../plant/give-up.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { OfferRow } from './offer-row.tsx'
import styles from './relate-page.module.css'
import { canTakeOver } from './shares.ts'

/** The exits: an owner transfers or deletes the plant, everybody else leaves it. */
export function EndCard({
  isOwner,
  canLeave,
  members,
  businesses,
  offer,
}: Readonly<{
  isOwner: boolean
  canLeave: boolean
  members: readonly Member[]
  businesses: readonly Business[]
  offer: Members['offer']
}>) {
  const { text } = useText()
  const { plantId, can } = useCurrentPlant()
  const client = useQueryClient()
  const gone = usePlantGone(plantId)
  const [open, setOpen] = useState<'handOver' | 'delete'>()
  const hasHeir = members.some(canTakeOver) || businesses.some(canTakeOver)
  if (!isOwner && !canLeave) return null
  return (
    <Card title={text(isOwner ? 'sharing.end' : 'sharing.leave')}>
      {offer && <OfferRow offer={offer} />}
      <div className={styles.relateActions}>
        {isOwner && !offer && (
          <Button disabled={!hasHeir} onClick={() => setOpen('handOver')}>
            {text('sharing.handOver')}
          </Button>
        )}
        {canLeave && <GiveUpButton plantId={plantId} />}
        {isOwner && can('deletePlant') && (
          <Button kind="danger" onClick={() => setOpen('delete')}>
            {text('sharing.delete')}
          </Button>
        )}
      </div>
      {isOwner && !hasHeir && <p className="tiny muted">{text('sharing.handOver.nobody')}</p>}
      {!isOwner && <p className="tiny muted">{text('sharing.leave.hint')}</p>}
      {open === 'handOver' && (
        <HandOverDialog
          members={members}
          businesses={businesses}
          onClose={() => setOpen(undefined)}
          onDone={() => client.invalidateQueries({ queryKey: plantKey(plantId) })}
        />
      )}
      {open === 'delete' && <DeleteDialog onClose={() => setOpen(undefined)} onDone={gone} />}
    </Card>
  )
}
