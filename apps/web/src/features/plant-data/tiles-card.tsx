import type { OperatingSystem } from '@heliograph/contract/maintain-s/system.ts'
import { useChanged } from '../../charts/changed.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { cx } from '../../ui/class-names.ts'
import { Figure } from '../../ui/figure.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { writeAmount } from './amount-text.ts'
import type { PlantParts } from './plant-parts.ts'
import './tiles-card.css'
import { type Amount, type Tile, tilesOf } from './tiles.ts'

function TileView({ tile, currency }: Readonly<{ tile: Tile; currency: string }>) {
  const { text } = useText()
  const format = useFormat()
  const write = (amount: Amount): string => writeAmount(amount, currency, format, text).text
  const writeAll = (amounts: Readonly<Record<string, Amount>> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, write(amount)]))
  const value = writeAmount(tile.amount, currency, format, text)
  const changed = useChanged(value.text)
  return (
    <div className={cx('tile', changed && 'tile-new')}>
      <Figure
        label={text(tile.label)}
        value={value}
        swatch={`var(--${tile.token})`}
        explain={text(tile.explain.key, writeAll(tile.explain.amounts))}
        note={tile.note && text(tile.note.key, writeAll(tile.note.amounts))}
      />
    </div>
  )
}

/** Today, this month, this year and ever. */
export function TilesCard({ system, parts }: Readonly<{ system: OperatingSystem; parts: PlantParts }>) {
  const { station } = useCurrentPlant()
  const { text } = useText()
  return (
    <section className="card card-flush tiles" aria-label={text('plant-data.tiles')}>
      {tilesOf(system, parts, station.installedCapacity).map((tile) => (
        <TileView key={tile.id} tile={tile} currency={system.currency} />
      ))}
    </section>
  )
}

export const TilesSkeleton = ({ count = 9 }: Readonly<{ count?: number }>) => (
  <div className="card card-flush tiles" aria-hidden="true">
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: all alike
      <div key={index} className="tile tile-skeleton">
        <Skeleton width="60%" />
        <Skeleton width="75%" height={28} />
        <Skeleton width="50%" />
      </div>
    ))}
  </div>
)
