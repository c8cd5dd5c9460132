import { useQuery } from '@tanstack/react-query'
import { type Support, saveSupport, supportQuery } from '../../../../api/publications.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { RowsLoading, SettingCard } from '../../../../ui/setting.tsx'
import { SavedForm } from './saved-form.tsx'

/** Where people get help, on every host whose brand names no other. */
export function SupportPart() {
  const { text } = useText()
  const { data, error, refetch } = useQuery(supportQuery)
  return (
    <SettingCard title={text('support.operator.support')} lead={text('support.operator.support.lead')}>
      {data ? <SupportForm saved={data} /> : <RowsLoading error={error} refetch={refetch} />}
    </SettingCard>
  )
}

function SupportForm({ saved }: Readonly<{ saved: Support }>) {
  const { text } = useText()
  return (
    <SavedForm
      saved={saved}
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
