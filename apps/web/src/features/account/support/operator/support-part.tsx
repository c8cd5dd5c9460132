import { useQuery } from '@tanstack/react-query'
import { saveSupport, supportQuery } from '../../../../api/publications.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { SavedCard } from './saved-card.tsx'

/** Where people get help, on every host whose brand names no other. */
export function SupportPart() {
  const { text } = useText()
  return (
    <SavedCard
      title={text('support.operator.support')}
      lead={text('support.operator.support.lead')}
      record={useQuery(supportQuery)}
      save={saveSupport}
      queryKey={supportQuery.queryKey}
      done={text('support.operator.support.saved')}
      fields={(draft, change) => (
        <>
          <TextField
            label={text('support.online.link')}
            hint={text('support.operator.support.link')}
            optional
            type="url"
            value={draft.link}
            onChange={(link) => change({ link })}
            maxLength={1_000}
          />
          <TextField
            label={text('support.online.mail')}
            optional
            type="email"
            value={draft.mail}
            onChange={(mail) => change({ mail })}
            maxLength={254}
          />
          <TextField
            label={text('support.online.hours')}
            hint={text('support.online.hours.hint')}
            optional
            value={draft.hours}
            onChange={(hours) => change({ hours })}
            maxLength={120}
          />
        </>
      )}
    />
  )
}
