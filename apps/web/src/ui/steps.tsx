import type { ReactNode } from 'react'
import { useText } from '../texts/use-text.tsx'
import { cx, lookOf } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './steps.module.css'

export type Step = Readonly<{
  title: string
  hint: ReactNode
  state: 'done' | 'now' | 'next'
  /** Action of the present step. */
  action?: ReactNode
}>

/** Steps that are done, the present one, and those that follow. */
export function Steps({ steps }: Readonly<{ steps: readonly Step[] }>) {
  const { text } = useText()
  return (
    <ol className={styles.steps} data-part="steps">
      {steps.map(({ title, hint, state, action }, index) => (
        <li
          key={title}
          className={cx(styles.step, lookOf(styles, 'step', state))}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span className={styles.stepMark} aria-hidden="true">
            {state === 'done' ? <Icon name="check" size={16} /> : index + 1}
          </span>
          <h2>
            {title}
            {state === 'done' && <span className="visually-hidden"> ({text('first-steps.done')})</span>}
          </h2>
          <div className={styles.stepHint}>{hint}</div>
          {action && <div className={styles.stepAction}>{action}</div>}
        </li>
      ))}
    </ol>
  )
}
