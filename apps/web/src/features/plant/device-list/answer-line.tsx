import type { ReactNode } from 'react'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import { type Status, StatusDot } from '../../../ui/status.tsx'
import type { DeviceItem } from './device-items.ts'
import styles from './device-list-page.module.css'
import { answerFor } from './devices-answer.ts'

const plainStatus: Readonly<Partial<Record<string, Status>>> = { asleep: 'asleep', paused: 'waiting' }

/** @param failed the last refresh failed: the content is older */
export function AnswerLine({ items, failed }: Readonly<{ items: readonly DeviceItem[]; failed: boolean }>) {
  const { text, rich } = useText()
  const format = useFormat()
  const { zone } = useCurrentPlant()
  const answer = answerFor(items)
  const when = (atMs: number | null): string => (atMs === null ? '' : format.momentOfDay(atMs, zone))
  const sentence = (): ReactNode => {
    switch (answer.kind) {
      case 'none':
        return null
      case 'one':
        return rich(`devices.answer.one.${answer.what}`, { name: answer.name, time: when(answer.sinceMs) })
      case 'many':
        return rich(`devices.answer.many.${answer.what}`, {
          count: answer.count,
          total: format.count(answer.total),
          time: when(answer.sinceMs),
        })
      case 'paused':
        return [text('status.name.paused'), text('status.why.paused', { time: when(answer.sinceMs) })].join(' ')
      case 'asleep':
        return rich('devices.answer.asleep', { count: answer.count })
      case 'ok':
        return answer.powerW === null
          ? rich('devices.answer.ok', { count: answer.total })
          : rich('devices.answer.making', { count: answer.total, power: format.powerW(answer.powerW).text })
    }
  }
  const others = 'others' in answer ? answer.others : 0
  const status = answer.kind === 'one' || answer.kind === 'many' ? answer.what : (plainStatus[answer.kind] ?? 'well')
  return (
    <p className={cx('answer', styles.deviceAnswer)}>
      <StatusDot status={status} size={13} />
      <span>
        {sentence()}
        {others > 0 && <> · {text('devices.answer.others', { count: others })}</>}
        {failed && <span className={styles.deviceAnswerOld}> {text('devices.old')}</span>}
      </span>
    </p>
  )
}
