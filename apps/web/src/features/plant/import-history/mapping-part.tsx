import { type ImportMapping, openTable, type TablePlace, timeFormats, type UploadedFile } from '../../../api/imports.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { ColumnsTable, NamesTable } from './columns-table.tsx'
import styles from './import-page.module.css'
import { withDecimalMark, withTimeFormat } from './map-column.ts'

const stamps = ['start', 'end'] as const
const marks = ['.', ','] as const
const SHOWN_LETTERS = 60

/** How a file is read: its heading, its times and its columns. */
export function MappingPart({
  file,
  mapping,
  onChange,
  onOpen,
}: Readonly<{
  file: UploadedFile
  mapping: ImportMapping
  onChange: (mapping: ImportMapping) => void
  /** The file was opened with another heading. */
  onOpen: (file: UploadedFile) => void
}>) {
  const { text } = useText()
  const { plantId, zone } = useCurrentPlant()
  const { run } = useAction()
  const zones = [...new Set([zone, 'UTC', mapping.zone])]
  const moveHeading = (place: TablePlace) =>
    run('heading', async () => onOpen({ ...(await openTable(plantId, file.id, place)), tables: file.tables }))
  const columns = [...file.heads.entries()].map(([column, label]) => ({ value: String(column), label }))
  return (
    <div className={styles.importMapping}>
      <p className="muted">{text('imports.mapping.lead', { rows: file.rowCount })}</p>
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
            onChange({
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
            onChange({
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
          onChange={(timeFormat) => onChange(withTimeFormat(mapping, timeFormat))}
          options={timeFormats.map((value) => ({ value, label: text(`imports.timeFormat.${value}`) }))}
        />
        <SelectField
          label={text('imports.zone')}
          hint={text('imports.zone.hint')}
          value={mapping.zone}
          onChange={(next) => onChange({ ...mapping, zone: next })}
          options={zones.map((value) => ({ value, label: value }))}
        />
        {mapping.endColumn === null && (
          <SelectField
            label={text('imports.stamp')}
            value={mapping.stamp}
            onChange={(stamp) => onChange({ ...mapping, stamp })}
            options={stamps.map((value) => ({ value, label: text(`imports.stamp.${value}`) }))}
          />
        )}
        <SelectField
          label={text('imports.decimalMark')}
          value={mapping.columns[0]?.decimalMark ?? '.'}
          onChange={(mark) => onChange(withDecimalMark(mapping, mark))}
          options={marks.map((value) => ({ value, label: value === '.' ? '0.5' : '0,5' }))}
        />
      </div>
      <ColumnsTable file={file} mapping={mapping} onChange={onChange} />
      <NamesTable file={file} mapping={mapping} onChange={onChange} />
    </div>
  )
}
