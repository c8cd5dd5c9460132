import type { ReactNode } from 'react'
import type { DeviceDetail } from '../../../api/device-detail.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import type { Status } from '../../../ui/status.tsx'
import { answerFor } from './device-answer.ts'
import styles from './device-detail-page.module.css'
import { activeFaults } from './device-values.ts'

type Props = Readonly<{ detail: DeviceDetail; status: Status; failed: boolean }>

export function AnswerLine({ detail, status, failed }: Props) {
  const { text, rich } = useText()
  const format = useFormat()
  const { device, zone } = detail
  const answer = answerFor(device, status, activeFaults(detail))
  const when = (atMs: number): string => format.momentOfDay(atMs, zone)
  const sentence = (): ReactNode => {
    switch (answer.kind) {
      case 'silent':
      case 'late':
      case 'asleep':
        return rich(`device-detail.answer.${answer.kind}`, { time: when(answer.sinceMs) })
      case 'fault':
        return answer.codes.length === 0
          ? rich('device-detail.answer.fault', {})
          : rich('device-detail.answer.faultCode', { codes: answer.codes.join(', ') })
      case 'making':
      case 'idle': {
        const power = answer.kind === 'making' ? format.powerW(answer.powerW).text : ''
        return answer.todayWh === null
          ? rich(`device-detail.answer.${answer.kind}`, { power })
          : rich(`device-detail.answer.${answer.kind}Today`, { power, energy: format.energyWh(answer.todayWh).text })
      }
      case 'waiting':
      case 'reporting':
        return text(`device-detail.answer.${answer.kind}`)
    }
  }
  return (
    <p className="answer">
      {sentence()}
      {failed && <span className={styles.deviceDetailOld}> {text('devices.old')}</span>}
    </p>
  )
}
