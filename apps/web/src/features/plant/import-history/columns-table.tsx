import type { ImportMapping, UploadedFile } from '../../../api/imports.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ColumnChoice } from './column-choice.tsx'
import styles from './import-page.module.css'
import { columnAt } from './map-column.ts'

type Parts = Readonly<{ file: UploadedFile; mapping: ImportMapping; onChange: (mapping: ImportMapping) => void }>

/** The first rows of the file, with what each column is above it. */
export function ColumnsTable({ file, mapping, onChange }: Parts) {
  const { text } = useText()
  const roles = new Map<number, 'time' | 'clock' | 'end' | 'offset' | 'name'>()
  const { timeColumn, clockColumn, endColumn, offsetColumn, nameColumn } = mapping
  for (const [role, column] of [
    ['time', timeColumn],
    ['clock', clockColumn],
    ['end', endColumn],
    ['offset', offsetColumn],
    ['name', nameColumn],
  ] as const)
    if (column !== null) roles.set(column, role)
  const isNamed = (column: number): boolean =>
    mapping.columns.some((item) => item.column === column && item.name !== null)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no place for a table
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls is reached with the keyboard
    <div className={styles.importTable} role="group" tabIndex={0} aria-label={text('imports.columns')}>
      <table>
        <thead>
          <tr>
            {file.heads.map((head, column) => {
              const place = { column, name: null }
              const role = roles.get(column)
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file do not move
                <th key={column} scope="col" data-mapped={role || columnAt(mapping, place) || undefined}>
                  <span>{head}</span>
                  {role && <em>{text(`imports.role.${role}`)}</em>}
                  {!role && isNamed(column) && <em>{text('imports.role.named')}</em>}
                  {!role && !isNamed(column) && (
                    <ColumnChoice place={place} label={head} mapping={mapping} onChange={onChange} />
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
    </div>
  )
}

/** In a table of several things, what the rows of each name are. */
export function NamesTable({ file, mapping, onChange }: Parts) {
  const { text } = useText()
  const columns = [...new Set(mapping.columns.flatMap(({ column, name }) => (name === null ? [] : [column])))]
  if (mapping.nameColumn === null || columns.length === 0) return null
  return (
    <section className={styles.importTable} aria-label={text('imports.names')}>
      <table>
        <tbody>
          {file.names.flatMap((name) =>
            columns.map((column) => {
              const label = columns.length > 1 ? `${name} · ${file.heads[column] ?? ''}` : name
              return (
                <tr key={`${column} ${name}`}>
                  <th scope="row">{label}</th>
                  <td>
                    <ColumnChoice place={{ column, name }} label={label} mapping={mapping} onChange={onChange} />
                  </td>
                </tr>
              )
            }),
          )}
        </tbody>
      </table>
    </section>
  )
}
