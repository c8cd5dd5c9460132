import type { AlarmLevel } from '@heliograph/domain/alarms/alarm.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import styles from './level-mark.module.css'

// Each level has its own shape, so that it needs no color.
const shapes = {
  2: <path d="M5.8 1h8.4L19 5.8v8.4L14.2 19H5.8L1 14.2V5.8zM10 5.5v5.4M10 14v.2" />,
  1: <path d="M10 2l8.6 15.5H1.4zM10 7.5v4.4M10 14.6v.2" />,
  0: <path d="M10 1.6a8.4 8.4 0 1 1 0 16.8 8.4 8.4 0 0 1 0-16.8zM10 9v5M10 6v.2" />,
} as const
const looks = { 2: styles.levelFault, 1: styles.levelWarning, 0: styles.levelTip } as const

/** How grave an alarm is. */
export function LevelMark({ level, isOver = false }: Readonly<{ level: AlarmLevel; isOver?: boolean }>) {
  const { text } = useText()
  const name = text(`alarm-page.level.${level}`)
  return (
    <svg
      className={cx(styles.level, isOver ? styles.levelOver : looks[level])}
      viewBox="0 0 20 20"
      width={20}
      height={20}
      role="img"
      aria-label={name}
    >
      <title>{name}</title>
      {shapes[level]}
    </svg>
  )
}
