import { type ImportMapping, importFlows, importForms, type UploadedFile, unitsOf } from '../../../api/imports.ts'
import { useText } from '../../../texts/use-text.tsx'
import styles from './import-page.module.css'
import { columnAt, withFlow, withForm, withUnit } from './map-column.ts'

/** The first rows of the file, with what each column is above it. */
export function ColumnsTable({
  file,
  mapping,
  onChange,
}: Readonly<{ file: UploadedFile; mapping: ImportMapping; onChange: (mapping: ImportMapping) => void }>) {
  const { text } = useText()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls is reached with the keyboard
    <section className={styles.importTable} tabIndex={0} aria-label={text('imports.columns')}>
      <table>
        <thead>
          <tr>
            {file.heads.map((head, column) => {
              const one = columnAt(mapping, column)
              const isTime = column === mapping.timeColumn
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file do not move
                <th key={column} scope="col" data-mapped={isTime || one !== undefined || undefined}>
                  <span>{head}</span>
                  {isTime ? (
                    <em>{text('imports.time')}</em>
                  ) : (
                    <select
                      aria-label={text('imports.column.flow', { column: head })}
                      value={one?.flow ?? ''}
                      onChange={(event) =>
                        onChange(withFlow(mapping, column, event.target.value as (typeof importFlows)[number] | ''))
                      }
                    >
                      <option value="">{text('imports.flow.none')}</option>
                      {importFlows.map((flow) => (
                        <option key={flow} value={flow}>
                          {text(`imports.flow.${flow}`)}
                        </option>
                      ))}
                    </select>
                  )}
                  {one && (
                    <>
                      <select
                        aria-label={text('imports.column.form', { column: head })}
                        value={one.form}
                        onChange={(event) => onChange(withForm(mapping, column, event.target.value as typeof one.form))}
                      >
                        {importForms.map((form) => (
                          <option key={form} value={form}>
                            {text(`imports.form.${form}`)}
                          </option>
                        ))}
                      </select>
                      <select
                        aria-label={text('imports.column.unit', { column: head })}
                        value={one.unit}
                        onChange={(event) => onChange(withUnit(mapping, column, event.target.value as typeof one.unit))}
                      >
                        {unitsOf(one.form).map((unit) => (
                          <option key={unit} value={unit}>
                            {unit}
                          </option>
                        ))}
                      </select>
                    </>
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {file.samples.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file do not move
            <tr key={row}>
              {file.heads.map((_, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file do not move
                <td key={column}>{cells[column] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
