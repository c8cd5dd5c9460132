import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import { StatusDot } from '../../../ui/status.tsx'
import styles from './layout-page.module.css'
import type { ModuleFact } from './module-facts.ts'

/** The first line: whether a module stands out. */
export function LayoutAnswer({
  facts,
  needsCheck,
  failed,
}: Readonly<{ facts: readonly ModuleFact[]; needsCheck: (fact: ModuleFact) => boolean; failed: boolean }>) {
  const { text, rich } = useText()
  const format = useFormat()
  const count = (is: (fact: ModuleFact) => boolean): number => facts.filter(is).length
  const [dead, weak] = [count(({ verdict }) => verdict === 'dead'), count(({ verdict }) => verdict === 'weak')]
  const judged = count(({ relative }) => relative !== null)
  const unmeasured = count(({ state }) => state === 'none' || state === 'unseen')
  const look = count(needsCheck)
  const silent = count((fact) => needsCheck(fact) && fact.verdict === 'unknown')
  const key = look > 0 ? 'look' : judged === 0 ? 'quiet' : 'well'
  return (
    <p className={cx('answer', styles.answer)}>
      <StatusDot status={dead > 0 ? 'fault' : look > 0 ? 'late' : judged === 0 ? 'asleep' : 'well'} size={13} />
      <span>
        {rich(`module-layout.answer.${key}`, {
          count: look,
          total: facts.length,
          dead,
          weak,
          silent,
          shown: format.count(facts.length),
        })}
        {unmeasured > 0 && <> {text('module-layout.answer.unmeasured', { count: unmeasured })}</>}
        {failed && <span className={styles.old}> {text('module-layout.old')}</span>}
      </span>
    </p>
  )
}
