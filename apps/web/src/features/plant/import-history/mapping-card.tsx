import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { startImport, timeFormats, type UploadedFile } from '../../../api/imports.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { ColumnsTable } from './columns-table.tsx'
import styles from './import-page.module.css'
import { importsQuery, previewQuery } from './import-queries.ts'
import { PreviewPart } from './preview-part.tsx'

const stamps = ['start', 'end'] as const
const marks = ['.', ','] as const

/** Columns of a file, as guessed, and the data that the file adds this way. */
export function MappingCard({ file, onDone }: Readonly<{ file: UploadedFile; onDone: () => void }>) {
  const { text } = useText()
  const { plantId, zone } = useCurrentPlant()
  const client = useQueryClient()
  const { running, run } = useAction()
  const [mapping, setMapping] = useState(file.mapping)
  const preview = useQuery(previewQuery(plantId, file.id, mapping))
  const zones = [...new Set([zone, 'UTC', mapping.zone])]
  const start = () =>
    run(
      'start',
      async () => {
        await startImport(plantId, file.id, mapping)
        await client.invalidateQueries({ queryKey: importsQuery(plantId).queryKey })
        onDone()
      },
      text('imports.started'),
    )
  return (
    <Card
      title={text('imports.mapping')}
      aside={
        <Button size="s" icon="arrowLeft" onClick={onDone}>
          {text('imports.other')}
        </Button>
      }
    >
      <div className={styles.importMapping}>
        <p className="muted">{text('imports.mapping.lead', { rows: file.rowCount })}</p>
        <div className={styles.importFields}>
          <SelectField
            label={text('imports.timeColumn')}
            value={String(mapping.timeColumn)}
            onChange={(column) =>
              setMapping({
                ...mapping,
                timeColumn: Number(column),
                columns: mapping.columns.filter((item) => item.column !== Number(column)),
              })
            }
            options={file.heads.map((label, column) => ({ value: String(column), label }))}
          />
          <SelectField
            label={text('imports.timeFormat')}
            value={mapping.timeFormat}
            onChange={(timeFormat) => setMapping({ ...mapping, timeFormat })}
            options={timeFormats.map((value) => ({ value, label: text(`imports.timeFormat.${value}`) }))}
          />
          <SelectField
            label={text('imports.zone')}
            hint={text('imports.zone.hint')}
            value={mapping.zone}
            onChange={(next) => setMapping({ ...mapping, zone: next })}
            options={zones.map((value) => ({ value, label: value }))}
          />
          <SelectField
            label={text('imports.stamp')}
            value={mapping.stamp}
            onChange={(stamp) => setMapping({ ...mapping, stamp })}
            options={stamps.map((value) => ({ value, label: text(`imports.stamp.${value}`) }))}
          />
          <SelectField
            label={text('imports.decimalMark')}
            value={mapping.decimalMark}
            onChange={(decimalMark) => setMapping({ ...mapping, decimalMark })}
            options={marks.map((value) => ({ value, label: value === '.' ? '0.5' : '0,5' }))}
          />
        </div>
        <ColumnsTable file={file} mapping={mapping} onChange={setMapping} />
        <PreviewPart preview={preview} mapping={mapping} onChange={setMapping} />
        <div>
          <Button
            kind="primary"
            icon="check"
            busy={running === 'start'}
            disabled={mapping.columns.length === 0 || !preview.data || preview.isFetching || preview.data.records === 0}
            onClick={() => void start()}
          >
            {text('imports.start')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
