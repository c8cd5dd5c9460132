import type { ImportFlow, ImportMapping, ImportQuestion, UploadedFile } from '../../../api/imports.ts'
import { useText } from '../../../texts/use-text.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './import-page.module.css'
import { answer } from './map-column.ts'

/** Decisions that the file leaves open: each is made before the import. */
export function QuestionsPart({
  file,
  mapping,
  onChange,
}: Readonly<{ file: UploadedFile; mapping: ImportMapping; onChange: (mapping: ImportMapping) => void }>) {
  const { text } = useText()
  const headOf = ({ column, name }: Pick<ImportQuestion, 'column' | 'name'>): string =>
    [column === null ? '' : (file.heads[column] ?? ''), name ?? ''].filter(Boolean).join(' · ')
  const labelOf = ({ kind }: ImportQuestion, choice: string): string => {
    if (kind === 'timeFormat') return text(`imports.timeFormat.${choice as ImportMapping['timeFormat']}`)
    if (kind === 'flow' || kind === 'signs') return text(`imports.flow.${choice as ImportFlow}`)
    if (kind === 'form') return text(`imports.form.${choice as 'energy'}`)
    if (kind === 'decimalMark') return choice === '.' ? '1.234 = 1' : '1.234 = 1234'
    if (kind !== 'several') return choice
    if (choice === 'all') return text('imports.question.all')
    const [, column = '', name = null] = /^(\d+)(?: (.*))?$/.exec(choice) ?? []
    return headOf({ column: Number(column), name: name ?? null })
  }
  if (mapping.questions.length === 0) return null
  return (
    <Notice tone="warn">
      <p>{text('imports.questions')}</p>
      <div className={styles.importFields}>
        {mapping.questions.map((question) => (
          <SelectField
            key={`${question.kind} ${question.column} ${question.name}`}
            label={text(`imports.question.${question.kind}`, { column: headOf(question) })}
            value=""
            onChange={(choice) => choice !== '' && onChange(answer(mapping, question, choice))}
            options={[
              { value: '', label: text('imports.question.choose') },
              ...question.choices.map((value) => ({ value, label: labelOf(question, value) })),
            ]}
          />
        ))}
      </div>
    </Notice>
  )
}
