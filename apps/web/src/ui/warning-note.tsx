import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './warning-note.module.css'

/** A problem inside a card: what it is, and below what follows from it. */
export const WarningNote = ({ title, children }: Readonly<{ title: string; children: ReactNode }>) => (
  <div className={styles.warningNote}>
    <Icon name="warning" size={17} />
    <div>
      <b>{title}</b>
      {children}
    </div>
  </div>
)
