import { MOST_TEMPLATE_LINES, splitPages } from '@heliograph/domain/photo-grid/paper-template.ts'
import { type FormEvent, useState } from 'react'
import { downloadTemplate } from '../../../../api/layout-photos.ts'
import { useCurrentPlant } from '../../../../plant/current-plant.ts'
import { useLanguage } from '../../../../texts/language-context.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { useAction } from '../../../../ui/use-action.ts'
import styles from './grids.module.css'
import type { GridPartProps } from './taken-grid.ts'

const lineOf = (words: string): number | undefined => {
  const count = Number(words)
  return Number.isInteger(count) && count >= 1 && count <= MOST_TEMPLATE_LINES ? count : undefined
}

/** The paper on which labels are stuck: as a PDF, in the reader's language. */
export function TemplatePart({ groups, chosen }: Omit<GridPartProps, 'onTake'>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const { code: language } = useLanguage()
  const { running, run } = useAction()
  const group = groups.find(({ id }) => id === chosen) ?? groups[0]
  const [rows, setRows] = useState(String(group?.rows ?? 3))
  const [columns, setColumns] = useState(String(group?.columns ?? 8))
  const [name, setName] = useState(group?.name ?? '')
  const wanted = { rows: lineOf(rows), columns: lineOf(columns) }
  const { rows: rowCount, columns: columnCount } = wanted
  const pages = rowCount && columnCount ? splitPages(rowCount, columnCount).length : undefined
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (rowCount === undefined || columnCount === undefined) return
    const file = `${text('layout-photo.template.file')}.pdf`
    void run('save', () =>
      downloadTemplate(plantId, { rows: rowCount, columns: columnCount, name: name.slice(0, 60), language }, file),
    )
  }
  const wrong = text('layout-photo.template.range', { most: MOST_TEMPLATE_LINES })
  return (
    <form className={styles.template} onSubmit={submit}>
      <p className="muted">{text('layout-photo.template.lead')}</p>
      <div className={styles.sizes}>
        <TextField
          label={text('layout-photo.rows')}
          inputMode="numeric"
          value={rows}
          onChange={setRows}
          error={rowCount ? undefined : wrong}
        />
        <TextField
          label={text('layout-photo.columns')}
          inputMode="numeric"
          value={columns}
          onChange={setColumns}
          error={columnCount ? undefined : wrong}
        />
      </div>
      <TextField label={text('layout-photo.template.name')} value={name} onChange={setName} maxLength={60} optional />
      <div className={styles.end}>
        <span className="muted tiny">{pages ? text('layout-photo.template.pages', { pages }) : ''}</span>
        <Button type="submit" kind="primary" icon="print" busy={running === 'save'} disabled={!pages}>
          {text('layout-photo.template.save')}
        </Button>
      </div>
    </form>
  )
}
