import { useUrlState } from '../../../address/url-state.ts'
import { SeriesPicker } from '../../../charts/series-picker.tsx'
import { Swatch } from '../../../charts/swatch.tsx'
import { useText } from '../../../texts/use-text.tsx'
import styles from './bars-picker.module.css'
import type { PartDefinition } from './period-bars-data.ts'

/** The name of the ratio's line in the URL. */
export const RATIO = 'ratio'

type Props = Readonly<{ definitions: readonly PartDefinition[] }>

/** The URL lists hidden bars, so that an empty list shows everything. */
export function BarsPicker({ definitions }: Props) {
  const { params, change } = useUrlState()
  const { text } = useText()
  const hidden = new Set((params.get('hide') ?? '').split('.').filter(Boolean))
  const withRatio = params.get(RATIO) === '1'
  const toggle = (id: string): void => {
    if (id === RATIO) {
      change({ [RATIO]: withRatio ? null : '1' }, { replace: true })
      return
    }
    if (!hidden.delete(id)) hidden.add(id)
    change({ hide: [...hidden].join('.') || null }, { replace: true })
  }
  const side = (wanted: PartDefinition['side']) =>
    definitions
      .filter((definition) => definition.side === wanted)
      .map(({ id, name, color, pattern }) => ({
        id,
        name: text(name),
        color,
        on: !hidden.has(id),
        look: pattern ?? ('block' as const),
      }))
  const ratio = {
    id: RATIO,
    name: text('plant-data.series.selfUse'),
    color: 'text-2',
    look: 'dashed',
    on: withRatio,
  } as const
  return (
    <>
      <SeriesPicker
        named
        label={text('plant-data.series.production')}
        items={[...side('above'), ratio]}
        onToggle={toggle}
      />
      <SeriesPicker named label={text('plant-data.series.consumption')} items={side('below')} onToggle={toggle} />
    </>
  )
}

/** @param named labels the colors too: where no picker does */
export function BarsLegend({ definitions, named }: Props & Readonly<{ named: boolean }>) {
  const { text } = useText()
  if (!named) return <span>{text('plant-data.bars.note')}</span>
  return (
    <ul className={styles.barsLegend}>
      {(['above', 'below'] as const).map((side) => (
        <li key={side}>
          <b>{text(side === 'above' ? 'plant-data.bars.above' : 'plant-data.bars.below')}</b>
          {definitions
            .filter((definition) => definition.side === side)
            .map(({ id, name, color, pattern }) => (
              <span key={id}>
                <Swatch color={color} look={pattern ?? 'block'} />
                {text(name)}
              </span>
            ))}
        </li>
      ))}
    </ul>
  )
}
