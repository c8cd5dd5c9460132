import { Link } from 'react-router'
import { useText } from '../texts/use-text.tsx'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './create-steps.module.css'

export const createSteps = ['plant', 'details', 'money', 'devices'] as const
export type CreateStep = (typeof createSteps)[number]

/** The current step on the way to a new plant. @param linkTo of a step that can be opened; undefined: not now */
export function CreateSteps({
  current,
  linkTo,
}: Readonly<{ current: CreateStep; linkTo?: (step: CreateStep) => string | undefined }>) {
  const { text } = useText()
  const at = createSteps.indexOf(current)
  return (
    <nav aria-label={text('create-plant.steps')}>
      <ol className={styles.steps}>
        {createSteps.map((step, index) => {
          const to = index === at ? undefined : linkTo?.(step)
          const name = text(`create-plant.step.${step}`)
          const label = (
            <>
              <i aria-hidden="true">{index < at ? <Icon name="check" size={15} /> : index + 1}</i>
              <span>
                {name}
                {index < at && <span className="visually-hidden"> ({text('create-plant.step.done')})</span>}
              </span>
            </>
          )
          return (
            <li
              key={step}
              className={cx(index === at && styles.now, index < at && styles.done)}
              aria-current={index === at ? 'step' : undefined}
            >
              {to === undefined ? <span>{label}</span> : <Link to={to}>{label}</Link>}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
