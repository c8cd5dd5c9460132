import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import settingStyles from '../../../../ui/setting.module.css'
import { RowsLoading, SettingCard } from '../../../../ui/setting.tsx'
import { useAction } from '../../../../ui/use-action.ts'

type SavedProps<Values> = Readonly<{
  save: (values: Values) => Promise<unknown>
  queryKey: QueryKey
  done: string
  fields: (draft: Values, change: (edit: Partial<Values>) => void) => ReactNode
  canSave?: (draft: Values) => boolean
}>

/**
 * A card with the fields of one record, saved together.
 * @param fields drawn from the draft, which say what is missing
 * @param canSave false: something is
 * @param done what is said then
 */
export const SavedCard = <Values,>({
  title,
  lead,
  record,
  ...form
}: Readonly<{ title: string; lead: string; record: UseQueryResult<Values> }> & SavedProps<Values>) => (
  <SettingCard title={title} lead={lead}>
    {record.data === undefined ? (
      <RowsLoading error={record.error} refetch={record.refetch} />
    ) : (
      <SavedForm saved={record.data} {...form} />
    )}
  </SettingCard>
)

function SavedForm<Values>({
  saved,
  save,
  queryKey,
  done,
  fields,
  canSave = () => true,
}: Readonly<{ saved: Values }> & SavedProps<Values>) {
  const { text } = useText()
  const client = useQueryClient()
  const { running, run } = useAction()
  const [draft, setDraft] = useState(saved)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const work = async (): Promise<void> => {
      await save(draft)
      await client.invalidateQueries({ queryKey })
    }
    void run('save', work, done)
  }
  return (
    <form className={settingStyles.settingBody} onSubmit={submit}>
      <div className={settingStyles.settingForm}>
        {fields(draft, (edit) => setDraft((now) => ({ ...now, ...edit })))}
        <div className={settingStyles.settingFormActions}>
          <Button type="submit" kind="primary" busy={running !== undefined} disabled={!canSave(draft)}>
            {text('shell.action.save')}
          </Button>
        </div>
      </div>
    </form>
  )
}
