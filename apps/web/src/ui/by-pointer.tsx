import type { ReactNode } from 'react'
import styles from './by-pointer.module.css'

/** A hint in two wordings: a finger has neither wheel nor arrow keys. */
export const ByPointer = ({ mouse, touch }: Readonly<{ mouse: ReactNode; touch: ReactNode }>) => (
  <>
    <span className={styles.mouse}>{mouse}</span>
    <span className={styles.touch}>{touch}</span>
  </>
)
