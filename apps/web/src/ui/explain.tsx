import type { ReactNode } from 'react'
import { useText } from '../texts/use-text.tsx'
import styles from './explain.module.css'
import { Hint } from './hint.tsx'
import { Icon } from './icon.tsx'

/** How a value is calculated: on hover, focus or tap. */
export function Explain({ children, label }: Readonly<{ children: ReactNode; label?: string }>) {
  const { text } = useText()
  return (
    <Hint hint={children} label={label ?? text('shell.explain')} className={styles.explainMark}>
      <Icon name="info" size={15} />
    </Hint>
  )
}
