import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { barsOf } from './logger-facts.ts'
import styles from './signal-bars.module.css'

const bars = [1, 2, 3, 4].map((nth) => ({ nth, x: (nth - 1) * 5.2, height: 0.2 + nth * 3.4 }))

/** Signal strength as bars, beside its number. @param percent null: not reported */
export function SignalBars({ percent }: Readonly<{ percent: number | null }>) {
  const { text } = useText()
  const format = useFormat()
  if (percent === null) return <span className="faint tiny">{text('devices.logger.signal.unknown')}</span>
  const lit = barsOf(percent)
  return (
    <span className={styles.signalBars} data-part="signal-bars">
      <svg width="20" height="14" viewBox="0 0 20 14" aria-hidden="true">
        {bars.map(({ nth, x, height }) => (
          <rect
            key={nth}
            className={nth <= lit ? styles.signalBarsLit : undefined}
            x={x}
            y={14 - height}
            width="3.6"
            height={height}
            rx="1"
          />
        ))}
      </svg>
      <span className="visually-hidden">{text('devices.logger.signal')}</span>
      {format.percent(percent, 0)}
    </span>
  )
}
