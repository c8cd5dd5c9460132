import type { Formatted } from '@heliograph/domain/format/number.ts'
import { useChanged } from '../../../charts/changed.ts'
import { type Format, useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Figure } from '../../../ui/figure.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import styles from './tiles.module.css'
import type { Amount, Tile } from './tiles.ts'

/** Formats the values of the screen, each by its own rule. */
function writeAmount(amount: Amount, format: Format): Formatted {
  switch (amount.as) {
    case 'power':
      return format.powerW(amount.value)
    case 'energy':
      return format.energyWh(amount.value)
    case 'percent':
      // Only in notes: a share of more than whole percent would claim more than is measured.
      return word(format.percent(amount.value, 0))
    case 'hours':
      return format.quantity({ unit: 'h' }, amount.value)
    case 'word':
      return word(amount.value)
  }
}

const word = (text: string): Formatted => ({ value: text, unit: '', text })

const amountsOf = (tile: Tile, format: Format) =>
  Object.entries(tile.note?.amounts ?? {}).map(([name, one]) => [name, writeAmount(one, format).text])

function TileView({ tile }: Readonly<{ tile: Tile }>) {
  const { text } = useText()
  const format = useFormat()
  const value = writeAmount(tile.amount, format)
  const changed = useChanged(value.text)
  const note = [
    tile.note && text(tile.note.key, Object.fromEntries(amountsOf(tile, format))),
    tile.isEstimated && text('plant-data.byPower.mark'),
  ].filter((item) => typeof item === 'string' && item !== '')
  return (
    <div className={cx(styles.tile, changed && styles.tileNew)}>
      <Figure
        size="s"
        label={text(tile.label)}
        value={tile.isOpen ? undefined : value}
        swatch={`var(--${tile.token})`}
        explain={text(tile.explain)}
        estimated={tile.isEstimated ?? false}
        {...(note.length > 0 ? { note: note.join(' · ') } : {})}
      />
    </div>
  )
}

/** @param name of the period: its values do not light up as changed when another is chosen */
export const TilesGrid = ({ tiles, name }: Readonly<{ tiles: readonly Tile[]; name: string }>) => (
  <div className={styles.tiles}>
    {tiles.map((tile) => (
      <TileView key={`${name} ${tile.id}`} tile={tile} />
    ))}
  </div>
)

export const TilesSkeleton = () => (
  <div className={styles.tiles} aria-hidden="true">
    {['a', 'b', 'c', 'd'].map((key) => (
      <div key={key} className={cx(styles.tile, styles.tileSkeleton)}>
        <Skeleton width="60%" />
        <Skeleton width="75%" height={22} />
        <Skeleton width="50%" />
      </div>
    ))}
  </div>
)
