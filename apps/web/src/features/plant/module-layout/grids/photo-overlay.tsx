import { useMemo } from 'react'
import { useText } from '../../../../texts/use-text.tsx'
import { cx, lookOf } from '../../../../ui/class-names.ts'
import styles from './grids.module.css'
import { cellKey, markReview, type Review } from './review-grid.ts'

/** The photo with what was found on it. The table beside it says the same in words. */
export function PhotoOverlay({
  address,
  width,
  height,
  review,
  known,
  place,
  onPlace,
}: Readonly<{
  address: string
  width: number
  height: number
  review: Review
  known: ReadonlySet<string>
  place: string | undefined
  onPlace: (place: string) => void
}>) {
  const { text } = useText()
  const marks = useMemo(() => markReview(review, known), [review, known])
  return (
    <div className={styles.photo}>
      <img src={address} alt={text('layout-photo.picture')} />
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {review.cells.map((cell) => {
          const key = cellKey(cell)
          return (
            cell.corners && (
              // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the mouse; the table has every cell
              <polygon
                key={key}
                points={cell.corners.map(({ x, y }) => `${x},${y}`).join(' ')}
                className={cx(
                  styles.mark,
                  lookOf(styles, 'mark', marks.get(key) ?? 'well'),
                  key === place && styles.markChosen,
                )}
                onClick={() => onPlace(key)}
              />
            )
          )
        })}
      </svg>
    </div>
  )
}
