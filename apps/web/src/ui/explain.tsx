import type { ReactNode } from 'react'
import { useText } from '../texts/use-text.tsx'
import styles from './explain.module.css'
import { Hint } from './hint.tsx'
import { Icon } from './icon.tsx'

/**
 * How a value is calculated: on hover, focus or tap.
 * @param of the value's name: a page has many
 * @param onOpen what it says may be asked for only then
 */
export function Explain({ children, of, onOpen }: Readonly<{ children: ReactNode; of: string; onOpen?: () => void }>) {
  const { text } = useText()
  return (
    <Hint hint={children} label={text('shell.explain', { name: of })} className={styles.explainMark} onOpen={onOpen}>
      <Icon name="info" size={15} />
    </Hint>
  )
}
