import { useQuery } from '@tanstack/react-query'
import { renewalQuery, saveRenewal } from '../../../../api/applications.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { TextAreaField } from '../../../../ui/text-area-field.tsx'
import { OrdersCard } from './orders-card.tsx'
import { SavedCard } from './saved-card.tsx'

/** Renewals of data plans that people ordered, and how they are paid. */
export function OrdersPart() {
  const { text } = useText()
  const renewal = useQuery(renewalQuery)
  return (
    <>
      <OrdersCard kind="renewal" />
      <SavedCard
        title={text('support.renewal')}
        lead={text('support.renewal.lead')}
        record={renewal}
        save={saveRenewal}
        queryKey={renewalQuery.queryKey}
        done={text('support.renewal.saved')}
        fields={(draft, change) => (
          <>
            <TextAreaField
              label={text('support.renewal.text')}
              hint={text('support.renewal.text.hint')}
              optional
              value={draft.text}
              onChange={(words) => change({ text: words })}
              maxLength={1_000}
            />
            <TextField
              label={text('support.renewal.link')}
              hint={text('support.renewal.link.hint')}
              optional
              type="url"
              value={draft.link}
              onChange={(link) => change({ link })}
              maxLength={1_000}
            />
          </>
        )}
      />
    </>
  )
}
