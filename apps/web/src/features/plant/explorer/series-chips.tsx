import { Swatch } from '../../../charts/swatch.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './explorer-page.module.css'

export type Chip = Readonly<{
  id: string
  name: string
  color: string
  stroke: 'solid' | 'dashed' | 'dotted' | 'dashDot'
  isHidden: boolean
  isEmpty: boolean
}>

type Props = Readonly<{
  chips: readonly Chip[]
  onToggle: (id: string) => void
  onRemove: (id: string) => void
}>

/** The neighbor's button gets the focus, because this one goes with its chip. */
function focusBeside(button: HTMLButtonElement): void {
  const chip = button.closest('li')
  const beside = chip?.nextElementSibling ?? chip?.previousElementSibling
  beside?.querySelector<HTMLElement>('button:last-of-type')?.focus()
}

/** The lines of the picture: each can be hidden for a moment, or taken out. */
export function SeriesChips({ chips, onToggle, onRemove }: Props) {
  const { text } = useText()
  return (
    <ul className={styles.chips} aria-label={text('explorer.series')}>
      {chips.map(({ id, name, color, stroke, isHidden, isEmpty }) => (
        <li key={id} className={styles.chip} data-hidden={isHidden || undefined}>
          <button
            type="button"
            className={styles.chipName}
            aria-pressed={!isHidden}
            title={isEmpty ? text('chart.nothing') : undefined}
            onClick={() => onToggle(id)}
          >
            <Swatch color={color} look={stroke} />
            <span>{name}</span>
            {isEmpty && <small>{text('chart.nothing')}</small>}
          </button>
          <button
            type="button"
            className={styles.chipRemove}
            aria-label={text('explorer.remove', { name })}
            title={text('explorer.remove', { name })}
            onClick={({ currentTarget }) => {
              focusBeside(currentTarget)
              onRemove(id)
            }}
          >
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}
