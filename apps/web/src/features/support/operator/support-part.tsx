import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Support, saveSupport, supportQuery } from '../../../api/publications.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { RowsLoading, SettingCard } from '../../../ui/setting.tsx'
import { useAction } from '../../../ui/use-action.ts'

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
  const client = useQueryClient()
  const { running, run } = useAction()
  const [draft, setDraft] = useState(saved)
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const work = async (): Promise<void> => {
      await saveSupport(draft)
      await client.invalidateQueries({ queryKey: supportQuery.queryKey })
    }
    await run('save', work, text('support.operator.support.saved'))
  }
  return (
    <form className={settingStyles.settingBody} onSubmit={(event) => void save(event)}>
      <div className={settingStyles.settingForm}>
        <TextField
          label={text('support.online.link')}
          hint={text('support.operator.support.link')}
          optional
          type="url"
          value={draft.link}
          onChange={(link) => setDraft({ ...draft, link })}
          maxLength={1_000}
        />
        <TextField
          label={text('support.online.mail')}
          optional
          type="email"
          value={draft.mail}
          onChange={(mail) => setDraft({ ...draft, mail })}
          maxLength={254}
        />
        <TextField
          label={text('support.online.hours')}
          hint={text('support.online.hours.hint')}
          optional
          value={draft.hours}
          onChange={(hours) => setDraft({ ...draft, hours })}
          maxLength={120}
        />
        <div className={settingStyles.settingFormActions}>
          <Button type="submit" kind="primary" busy={running !== undefined}>
            {text('shell.action.save')}
          </Button>
        </div>
      </div>
    </form>
  )
}
