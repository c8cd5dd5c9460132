import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { openTable, startImport, type TablePlace, timeFormats, type UploadedFile } from '../../../api/imports.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { ColumnsTable, NamesTable } from './columns-table.tsx'
import { FormatPart } from './format-part.tsx'
import styles from './import-page.module.css'
import { importsQuery, previewQuery } from './import-queries.ts'
import { withDecimalMark, withTimeFormat } from './map-column.ts'
import { PreviewPart } from './preview-part.tsx'
import { QuestionsPart } from './questions-part.tsx'

const stamps = ['start', 'end'] as const
const marks = ['.', ','] as const
const SHOWN_LETTERS = 60

/** Columns of a file, as found, and the data that the file adds this way. */
export function MappingCard({ file: uploaded, onDone }: Readonly<{ file: UploadedFile; onDone: () => void }>) {
  const { text } = useText()
  const { plantId, zone } = useCurrentPlant()
  const client = useQueryClient()
  const { running, run } = useAction()
  const [file, setFile] = useState(uploaded)
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
  const moveHeading = (place: TablePlace) =>
    run('heading', async () => {
      const next = await openTable(plantId, file.id, place)
      setFile({ ...next, tables: file.tables })
      setMapping({ ...next.mapping, overlap: mapping.overlap })
    })
  const unread =
    preview.data?.unread.reduce((sum, { reason, count }) => sum + (reason === 'noValue' ? 0 : count), 0) ?? 0
  const isMostUnread = preview.data !== undefined && unread > preview.data.rowCount / 2
  const columns = [...file.heads.entries()].map(([column, label]) => ({ value: String(column), label }))
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
        <FormatPart file={file} mapping={mapping} onChange={setMapping} />
        <QuestionsPart file={file} mapping={mapping} onChange={setMapping} />
        <div className={styles.importFields}>
          {file.tables.length > 1 && (
            <SelectField
              label={text('imports.table')}
              value={`${mapping.sheet} ${mapping.headLine}`}
              onChange={(value) => {
                const [sheet = 0, headLine = 0] = value.split(' ').map(Number)
                void moveHeading({ sheet, headLine })
              }}
              options={file.tables.map(({ sheet, headLine, name, heads, rowCount }) => ({
                value: `${sheet} ${headLine}`,
                label: text('imports.table.option', {
                  name: `${name} ${heads.join(', ')}`.trim().slice(0, SHOWN_LETTERS),
                  rows: rowCount,
                }),
              }))}
            />
          )}
          <SelectField
            label={text('imports.headLine')}
            value={String(mapping.headLine)}
            onChange={(headLine) => void moveHeading({ sheet: mapping.sheet, headLine: Number(headLine) })}
            options={[
              { value: '0', label: text('imports.headLine.none') },
              ...file.lines.map(({ line, cells }) => ({
                value: String(line),
                label: `${line}: ${cells.filter(Boolean).join(' · ').slice(0, SHOWN_LETTERS)}`,
              })),
            ]}
          />
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
            options={columns}
          />
          <SelectField
            label={text('imports.clockColumn')}
            value={String(mapping.clockColumn ?? '')}
            onChange={(column) =>
              setMapping({
                ...mapping,
                clockColumn: column === '' ? null : Number(column),
                columns: mapping.columns.filter((item) => item.column !== Number(column) || column === ''),
              })
            }
            options={[{ value: '', label: text('imports.clockColumn.none') }, ...columns]}
          />
          <SelectField
            label={text('imports.timeFormat')}
            value={mapping.timeFormat}
            onChange={(timeFormat) => setMapping(withTimeFormat(mapping, timeFormat))}
            options={timeFormats.map((value) => ({ value, label: text(`imports.timeFormat.${value}`) }))}
          />
          <SelectField
            label={text('imports.zone')}
            hint={text('imports.zone.hint')}
            value={mapping.zone}
            onChange={(next) => setMapping({ ...mapping, zone: next })}
            options={zones.map((value) => ({ value, label: value }))}
          />
          {mapping.endColumn === null && (
            <SelectField
              label={text('imports.stamp')}
              value={mapping.stamp}
              onChange={(stamp) => setMapping({ ...mapping, stamp })}
              options={stamps.map((value) => ({ value, label: text(`imports.stamp.${value}`) }))}
            />
          )}
          <SelectField
            label={text('imports.decimalMark')}
            value={mapping.columns[0]?.decimalMark ?? '.'}
            onChange={(mark) => setMapping(withDecimalMark(mapping, mark))}
            options={marks.map((value) => ({ value, label: value === '.' ? '0.5' : '0,5' }))}
          />
        </div>
        <ColumnsTable file={file} mapping={mapping} onChange={setMapping} />
        <NamesTable file={file} mapping={mapping} onChange={setMapping} />
        <PreviewPart preview={preview} mapping={mapping} onChange={setMapping} isMostUnread={isMostUnread} />
        <div>
          <Button
            kind="primary"
            icon="check"
            busy={running === 'start'}
            disabled={
              mapping.columns.length === 0 ||
              mapping.questions.length > 0 ||
              isMostUnread ||
              !preview.data ||
              preview.isFetching ||
              preview.data.records === 0
            }
            onClick={() => void start()}
          >
            {text('imports.start')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
