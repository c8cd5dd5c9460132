import type { PlantFigures } from '../../api/plant-figures.ts'
import { useChanged } from '../../charts/changed.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import cardStyles from '../../ui/card.module.css'
import { cx } from '../../ui/class-names.ts'
import { Figure } from '../../ui/figure.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { writeAmount } from './amount-text.ts'
import { energyNotes, productionMarks } from './energy-notes.ts'
import type { PlantParts } from './plant-parts.ts'
import { type Amount, type Tile, tilesOf } from './tiles.ts'
import styles from './tiles-card.module.css'

function TileView({ tile, currency }: Readonly<{ tile: Tile; currency: string }>) {
  const { text } = useText()
  const format = useFormat()
  const write = (amount: Amount): string => writeAmount(amount, currency, format, text).text
  const writeAll = (amounts: Readonly<Record<string, Amount>> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, write(amount)]))
  const value = writeAmount(tile.amount, currency, format, text)
  const changed = useChanged(value.text)
  const note = tile.note && text(tile.note.key, writeAll(tile.note.amounts))
  const marks = tile.of ? productionMarks(tile.of, text, format) : []
  const explained = text(tile.explain.key, writeAll(tile.explain.amounts))
  return (
    <div className={cx(styles.tile, changed && styles.tileNew)}>
      <Figure
        label={text(tile.label)}
        value={value}
        swatch={`var(--${tile.token})`}
        explain={[explained, ...(tile.of ? energyNotes(tile.of, text, format) : [])].join(' · ')}
        note={marks.length > 0 ? [note, ...marks].filter(Boolean).join(' · ') : note}
      />
    </div>
  )
}

/** Today, this month, this year and total. */
export function TilesCard({ figures, parts }: Readonly<{ figures: PlantFigures; parts: PlantParts }>) {
  const { plant } = useCurrentPlant()
  const { text } = useText()
  return (
    <section
      className={cx(cardStyles.card, cardStyles.cardFlush, styles.tiles)}
      data-part="card"
      aria-label={text('plant-data.tiles')}
    >
      {tilesOf(figures, parts, plant.capacityWp / 1000).map((tile) => (
        <TileView key={tile.id} tile={tile} currency={figures.currency} />
      ))}
    </section>
  )
}

export const TilesSkeleton = ({ count = 9 }: Readonly<{ count?: number }>) => (
  <div className={cx(cardStyles.card, cardStyles.cardFlush, styles.tiles)} data-part="card" aria-hidden="true">
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: all alike
      <div key={index} className={cx(styles.tile, styles.tileSkeleton)}>
        <Skeleton width="60%" />
        <Skeleton width="75%" height={28} />
        <Skeleton width="50%" />
      </div>
    ))}
  </div>
)
