import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '../../../api/account-types.ts'
import { plantKey, userQuery } from '../../../api/queries.ts'
import { acceptPlant, endOffer, fetchOffers } from '../../../api/sharing.ts'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { PromptDialog } from './prompt-dialog.tsx'

/** A plant is offered to the user or to the organization they administer: accept, decline, or decide later. */
export function OfferPrompt({ onLater }: Readonly<{ user: CurrentUser; onLater: () => void }>) {
  const { text } = useText()
  const textOf = useFailureText()
  const client = useQueryClient()
  const { running, run } = useAction()
  const { data, error } = useQuery({ queryKey: ['offers'], queryFn: ({ signal }) => fetchOffers(signal), staleTime: 0 })
  const offer = data?.[0]
  if (!offer) return null
  const { plantId, plant, organization } = offer
  const answer = (name: string, work: () => Promise<unknown>, done: string): void =>
    void run(
      name,
      async () => {
        await work()
        await Promise.all(
          [['offers'], plantKey(plantId), ['plants'], userQuery.queryKey].map((queryKey) =>
            client.invalidateQueries({ queryKey }),
          ),
        )
      },
      done,
    )
  return (
    <PromptDialog
      key={plantId}
      title={text('sharing.offer.title', { plant })}
      lead={text('sharing.offer.lead', {
        from: offer.from ?? text('sharing.offer.somebody'),
        organization: organization ?? '',
        as: organization === null ? 'person' : 'organization',
      })}
      confirm={text('sharing.offer.accept')}
      busy={running === 'accept'}
      fault={error ? textOf(error) : undefined}
      onSubmit={() => answer('accept', () => acceptPlant(plantId), text('sharing.offer.accepted', { plant }))}
      onLater={onLater}
    >
      <Button
        busy={running === 'decline'}
        onClick={() => answer('decline', () => endOffer(plantId), text('sharing.offer.declined'))}
      >
        {text('sharing.offer.decline')}
      </Button>
    </PromptDialog>
  )
}
