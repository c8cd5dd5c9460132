import { useQueryClient } from '@tanstack/react-query'
import { plantKey, userQuery } from '../api/queries.ts'
import { acceptPlant, endOffer, type Members } from '../api/sharing.ts'
import { toDay } from '../texts/local-day.ts'
import { useFormat } from '../texts/use-format.ts'
import { useText } from '../texts/use-text.tsx'
import { Button } from '../ui/button.tsx'
import { useAction } from '../ui/use-action.ts'
import { useCurrentPlant } from './current-plant.ts'
import styles from './offer-row.module.css'

/** The plant is offered to a new owner: the owner can withdraw it, the new owner can accept or decline it. */
export function OfferRow({ offer }: Readonly<{ offer: NonNullable<Members['offer']> }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId: id, plant } = useCurrentPlant()
  const client = useQueryClient()
  const { running, run } = useAction()
  const changed = () =>
    Promise.all(
      [plantKey(id), ['plants'], userQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey })),
    )
  const act = (name: string, work: () => Promise<unknown>, done: string): void =>
    void run(name, () => work().then(changed), done)
  const { to: name } = offer
  return (
    <div className={styles.offerRow}>
      <b>{text('sharing.offer.open', { name, date: format.date(toDay(offer.expiresAtMs)) })}</b>
      {!offer.isMine && <p className="tiny muted">{text('sharing.offer.open.hint', { name })}</p>}
      <div className={styles.offerActions}>
        {offer.isMine ? (
          <>
            <Button
              kind="primary"
              busy={running === 'accept'}
              onClick={() =>
                act('accept', () => acceptPlant(id), text('sharing.offer.accepted', { plant: plant.name }))
              }
            >
              {text('sharing.offer.accept')}
            </Button>
            <Button
              busy={running === 'end'}
              onClick={() => act('end', () => endOffer(id), text('sharing.offer.declined'))}
            >
              {text('sharing.offer.decline')}
            </Button>
          </>
        ) : (
          <Button
            busy={running === 'end'}
            onClick={() => act('end', () => endOffer(id), text('sharing.offer.withdrawn'))}
          >
            {text('sharing.offer.withdraw')}
          </Button>
        )}
      </div>
    </div>
  )
}
