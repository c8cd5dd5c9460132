import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import settingStyles from '../../../../ui/setting.module.css'
import { useAction } from '../../../../ui/use-action.ts'

/**
 * Fields of one record, saved together.
 * @param fields drawn from the draft, which say what is missing
 * @param canSave false: something is
 * @param done what is said then
 */
export function SavedForm<Values>({
  saved,
  save,
  queryKey,
  done,
  fields,
  canSave = () => true,
}: Readonly<{
  saved: Values
  save: (values: Values) => Promise<unknown>
  queryKey: QueryKey
  done: string
  fields: (draft: Values, change: (edit: Partial<Values>) => void) => ReactNode
  canSave?: (draft: Values) => boolean
}>) {
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
