import { spreadLookOf } from '@heliograph/domain/battery.ts'
import type { ReactNode } from 'react'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import { StatusDot } from '../../../ui/status.tsx'
import styles from './battery-page.module.css'
import { actionOf, type BatteryBranch, worstSpread } from './battery-tree.ts'

type Props = Readonly<{ branch: BatteryBranch; failed: boolean }>

/** The first line: what the battery does, and whether its cells drift apart. */
export function BatteryAnswer({ branch, failed }: Props) {
  const { text, rich, gap } = useText()
  const format = useFormat()
  const { battery } = branch
  const action = actionOf(battery.powerW)
  const worst = worstSpread(branch)
  const look = worst?.spreadMv === null || worst === undefined ? undefined : spreadLookOf(worst.spreadMv)
  const sentence = (): ReactNode => {
    const soc = format.percent(battery.socPercent, 0)
    if (battery.status === 'silent' || battery.status === 'waiting')
      return rich('battery.answer.silent', { name: battery.name })
    if (battery.socPercent === null) return rich('battery.answer.unknown', { name: battery.name })
    if (action === undefined) return rich('battery.answer.level', { soc })
    if (action === 'resting') return rich('battery.answer.resting', { soc })
    return rich(`battery.answer.${action}`, { soc, power: format.powerW(Math.abs(battery.powerW ?? 0)).text })
  }
  return (
    <p className={cx('answer', styles.batteryAnswer)}>
      <StatusDot status={battery.status} size={13} />
      <span>
        {sentence()}
        {look !== undefined && gap}
        {look !== undefined &&
          worst &&
          rich(`battery.spread.${look}`, { spread: `${format.number(worst.spreadMv, 0)} mV`, name: worst.name })}
        {failed && gap}
        {failed && <span className={styles.batteryOld}>{text('battery.old')}</span>}
      </span>
    </p>
  )
}
