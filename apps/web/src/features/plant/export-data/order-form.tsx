import type { ExportDefinition } from '@heliograph/domain/plant-export.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { orderExport } from '../../../api/exports.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './export-data.module.css'
import { exportsQuery } from './export-queries.ts'
import type { Checked } from './export-state.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'

/** Content of a file (its children), then: made now, or again and again. @param plantId null: of all plants */
export function OrderForm({
  plantId,
  wanted,
  checked,
  children,
}: Readonly<{ plantId: number | null; wanted: ExportDefinition; checked: Checked; children: ReactNode }>) {
  const { text } = useText()
  const client = useQueryClient()
  const { running, run } = useAction()
  const [mail, setMail] = useState(false)
  const [scheduling, setScheduling] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void run(
      'order',
      async () => {
        await orderExport(plantId, wanted, mail)
        await client.invalidateQueries({ queryKey: exportsQuery(plantId).queryKey })
      },
      text('exports.ordered'),
    )
  }
  return (
    <>
      <form className={styles.exportForm} onSubmit={submit}>
        {children}
        <Checkbox label={text('exports.mail')} checked={mail} onChange={setMail} />
        <div className={styles.exportEnd}>
          <Button
            kind="primary"
            type="submit"
            icon="download"
            busy={running === 'order'}
            disabled={checked.problem !== undefined}
          >
            {text('exports.create')}
          </Button>
          <Button icon="calendar" disabled={checked.problem === 'noQuantity'} onClick={() => setScheduling(true)}>
            {text('exports.schedule')}
          </Button>
        </div>
      </form>
      {scheduling && <ScheduleDialog definition={wanted} onClose={() => setScheduling(false)} />}
    </>
  )
}
