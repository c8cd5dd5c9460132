import { useEffect, useMemo, useRef } from 'react'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { cx, lookOf } from '../../../../ui/class-names.ts'
import styles from './grids.module.css'
import { cellKey, markReview, type Review, setSerial, togglePlace } from './review-grid.ts'

const LONGEST = 64

/** The rows and columns of the photo; each serial number is mended in its place. */
export function ReviewTable({
  review,
  known,
  place,
  onPlace,
  onReview,
}: Readonly<{
  review: Review
  known: ReadonlySet<string>
  place: string | undefined
  onPlace: (place: string | undefined) => void
  onReview: (review: Review) => void
}>) {
  const { text } = useText()
  const table = useRef<HTMLTableElement>(null)
  const marks = useMemo(() => markReview(review, known), [review, known])
  const cells = useMemo(() => new Map(review.cells.map((cell) => [cellKey(cell), cell])), [review])
  useEffect(() => {
    // Chosen in the photo: the field comes into view.
    const input = table.current?.querySelector<HTMLInputElement>(`[data-place="${place}"]`)
    if (input && input !== document.activeElement) input.focus()
  }, [place])
  const columns = Array.from({ length: review.columns }, (_, column) => column)
  return (
    <section className={styles.tableBox} aria-label={text('layout-photo.table')}>
      <table ref={table} className={styles.table}>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {column + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: review.rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its number
            <tr key={row}>
              <th scope="row">{row + 1}</th>
              {columns.map((column) => {
                const key = cellKey({ row, column })
                const cell = cells.get(key)
                const names = { row: row + 1, column: column + 1 }
                const mark = marks.get(key) ?? 'well'
                return (
                  <td
                    key={column}
                    className={cx(cell && lookOf(styles, 'cell', mark), key === place && styles.cellChosen)}
                  >
                    {cell ? (
                      <div className={styles.cellLine}>
                        <input
                          data-place={key}
                          value={cell.serial}
                          maxLength={LONGEST}
                          spellCheck={false}
                          autoCapitalize="characters"
                          aria-label={text('layout-photo.cell', names)}
                          aria-invalid={mark === 'unread' || mark === 'double'}
                          placeholder={text('layout-photo.mark.unread')}
                          onFocus={() => onPlace(key)}
                          onChange={(event) => onReview(setSerial(review, { row, column }, event.target.value))}
                        />
                        <Button
                          kind="quiet"
                          size="s"
                          icon="close"
                          label={text('layout-photo.cell.remove', names)}
                          onClick={() => onReview(togglePlace(review, { row, column }))}
                        />
                        <small>{mark === 'well' || mark === 'unread' ? '' : text(`layout-photo.mark.${mark}`)}</small>
                      </div>
                    ) : (
                      <Button
                        kind="quiet"
                        size="s"
                        icon="add"
                        label={text('layout-photo.cell.add', names)}
                        onClick={() => onReview(togglePlace(review, { row, column }))}
                      />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
