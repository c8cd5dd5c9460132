import { cx } from '../../ui/class-names.ts'
import styles from './provider-mark.module.css'

/** Speech bubbles, a bird in a scarf, and a house: drawn in the page's own style and colors. */
const drawings: Readonly<Record<string, string>> = {
  wechat:
    'M9.5 4C5.6 4 2.5 6.6 2.5 9.9c0 1.9 1 3.5 2.6 4.6L4.5 17l2.9-1.5c.7.2 1.4.3 2.1.3M15.5 9.5c3.3 0 6 2.2 6 5 0 1.6-.8 2.9-2.1 3.9l.5 2.1-2.5-1.2a7 7 0 0 1-1.9.3c-3.3 0-6-2.3-6-5.1s2.7-5 6-5zM7.2 8.6h.1M11.7 8.6h.1M13.7 13.4h.1M17.4 13.4h.1',
  'home-assistant': 'M3 11.5 12 4l9 7.5M5.5 9.5V20h13V9.5M12 20v-6M9 11l3 3 3-3',
  qq: 'M12 3c3 0 5 2.2 5 5.2 0 1 .2 1.6.8 2.6 1 1.7 2 3.6 1.6 5-.2.6-.9.3-1.6-.6-.3 1.3-.9 2.4-1.9 3.2M12 3C9 3 7 5.2 7 8.2c0 1-.2 1.6-.8 2.6-1 1.7-2 3.6-1.6 5 .2.6.9.3 1.6-.6.3 1.3.9 2.4 1.9 3.2M8 18.4c-1 .5-1.5 2.1.5 2.1 1.5 0 2.7-.4 3.5-1.1.8.7 2 1.1 3.5 1.1 2 0 1.5-1.6.5-2.1M7 11c3 1.8 7 1.8 10 0M10.3 7.3v.9M13.7 7.3v.9',
}

/** The sign of a provider: a drawing, or the first letter of its name. */
export function ProviderMark({ id, name }: Readonly<{ id: string; name: string }>) {
  const drawing = drawings[id]
  return (
    <span className={cx(styles.providerMark, drawing !== undefined && styles.providerMarkDrawn)} aria-hidden="true">
      {drawing === undefined ? (
        [...name.trim()][0]?.toUpperCase()
      ) : (
        <svg width={21} height={21} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d={drawing} />
        </svg>
      )}
    </span>
  )
}
