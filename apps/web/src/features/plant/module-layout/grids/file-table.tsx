import type { FileGrid } from '@heliograph/domain/layout-file/file-grid.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { lookOf } from '../../../../ui/class-names.ts'
import styles from './grids.module.css'

/** Rows and columns beyond it are not shown. */
const MOST_SHOWN = 60

/** A group of a file: its cells. */
export function FileTable({
  grid,
  number,
  known,
}: Readonly<{ grid: FileGrid; number: number; known: ReadonlySet<string> }>) {
  const { text } = useText()
  const { rows, columns, cells } = grid
  const title = grid.name || text('layout-photo.file.group', { number })
  const shownRows = Math.min(rows, MOST_SHOWN)
  const shownColumns = Math.min(columns, MOST_SHOWN)
  const byPlace = new Map(cells.map((cell) => [`${cell.row}:${cell.column}`, cell]))
  const lookAt = (serial: string | null, isUnread: boolean): string =>
    isUnread ? 'unread' : serial !== null && known.size > 0 && !known.has(serial) ? 'unknown' : 'well'
  return (
    <details className={styles.fileGroup} open={number <= 3}>
      <summary>{text('layout-photo.file.head', { name: title, rows, columns, modules: cells.length })}</summary>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no place for a table */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls is reached with the keyboard */}
      <div className={styles.tableBox} role="group" tabIndex={0} aria-label={title}>
        <table className={styles.table}>
          <tbody>
            {Array.from({ length: shownRows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its number
              <tr key={row}>
                <th scope="row">{row + 1}</th>
                {Array.from({ length: shownColumns }, (_, column) => {
                  const cell = byPlace.get(`${row}:${column}`)
                  const look = cell && lookAt(cell.serial, cell.error !== undefined)
                  return (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its number
                    <td key={column} className={look && lookOf(styles, 'cell', look)}>
                      {cell && (cell.serial ?? text(`layout-photo.mark.${cell.error ? 'unread' : 'none'}`))}
                      {cell?.port ? ` · ${cell.port}` : ''}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
