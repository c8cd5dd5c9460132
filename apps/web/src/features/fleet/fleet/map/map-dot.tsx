import { Link } from 'react-router'
import { plantPath } from '../../../../address/paths.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { cx, lookOf } from '../../../../ui/class-names.ts'
import { StatusDot } from '../../../../ui/status.tsx'
import type { Dot } from './cluster.ts'
import styles from './fleet-map.module.css'

/** A plant leads to its page, several at one spot lead closer. */
export function MapDot({ dot, onEnter }: Readonly<{ dot: Dot; onEnter: () => void }>) {
  const { text } = useText()
  const format = useFormat()
  const { at, count, status, places } = dot
  const style = { left: at.x, top: at.y }
  const only = count === 1 ? places[0] : undefined
  const name = text(`status.name.${status}`)
  if (only?.plantId && only.name !== null)
    return (
      <Link
        className={cx(styles.dot, lookOf(styles, 'dot', status))}
        style={style}
        to={plantPath('data', { id: only.plantId })}
        aria-label={text('fleet.map.plant', { name: only.name, status: name })}
      >
        <StatusDot status={status} size={14} />
        <span className={styles.label} aria-hidden="true">
          {only.name}
        </span>
      </Link>
    )
  return (
    <button
      type="button"
      className={cx(styles.dot, styles.dotMany, lookOf(styles, 'dot', status))}
      style={style}
      onClick={onEnter}
      aria-label={text('fleet.map.cluster', { count, status: name })}
    >
      <StatusDot status={status} size={10} />
      <b>{format.count(count)}</b>
    </button>
  )
}
