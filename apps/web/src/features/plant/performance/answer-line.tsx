import type { Performance } from '../../../api/performance.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { answerOf } from './answer.ts'

/** The screen's first line. @param period undefined: all days of the plant */
export function AnswerLine({ found, period }: Readonly<{ found: Performance; period: string | undefined }>) {
  const { rich, gap } = useText()
  const format = useFormat()
  const names = new Map(found.inverters.map(({ deviceId, name }) => [deviceId, name]))
  const sentences = answerOf(found, {
    period,
    percent: (share) => format.percent(share * 100, share < 0.1 ? 1 : 0),
    nameOf: (deviceId) => names.get(deviceId),
  })
  return (
    <p className="answer answerOfPeriod">
      {sentences.map(({ key, values }) => (
        <span key={key}>
          {rich(key, values)}
          {gap}
        </span>
      ))}
    </p>
  )
}
