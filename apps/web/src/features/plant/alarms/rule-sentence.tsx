import type { UserRule, UserRuleScope } from '@heliograph/domain/alarms/user-rule.ts'
import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { getQuantity } from '@heliograph/domain/quantities.ts'
import { useQuantityName } from '../../../plant/use-quantity-name.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'

type Props = Readonly<{ rule: UserRule; scope: UserRuleScope; plantName: string | null }>

/** A rule as a sentence. */
export function RuleSentence({ rule, scope, plantName }: Props) {
  const { text, rich } = useText()
  const format = useFormat()
  const nameOf = useQuantityName()
  const duration = useDuration()
  const { threshold, forMs, sunAboveDeg, powerAboveW } = rule
  const unit = getQuantity(rule.quantity)
  const where =
    scope.kind === 'all'
      ? text('own-rules.sentence.scope.all')
      : scope.kind === 'tag'
        ? text('own-rules.sentence.scope.tag', { tag: scope.tag })
        : text('own-rules.sentence.scope.plant', { plant: plantName ?? '' })
  return (
    <span>
      {rich('own-rules.sentence', {
        level: text(`alarm-page.level.${rule.level}`),
        quantity: nameOf(rule.quantity),
        comparison: text(`own-rules.sentence.${rule.comparison}`),
        threshold: Number.isFinite(threshold) ? format.quantity(unit, threshold).text : '--',
        duration: forMs === 0 ? '' : text('own-rules.sentence.duration', { duration: duration(forMs) }),
        sun: sunAboveDeg === null ? '' : text('own-rules.sentence.sun', { deg: sunAboveDeg }),
        power: powerAboveW === null ? '' : text('own-rules.sentence.power', { power: format.powerW(powerAboveW).text }),
        scope: where,
      })}
    </span>
  )
}

/** How long it must hold, in words. */
export function useDuration(): (forMs: number) => string {
  const { text } = useText()
  return (forMs) =>
    forMs === 0
      ? text('own-rules.field.duration.none')
      : forMs % HOUR_MS === 0
        ? text('own-rules.field.duration.hours', { hours: forMs / HOUR_MS })
        : text('own-rules.field.duration.minutes', { minutes: forMs / MINUTE_MS })
}
