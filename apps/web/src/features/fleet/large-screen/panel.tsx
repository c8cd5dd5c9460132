import type { ReactNode } from 'react'
import { cx } from '../../../ui/class-names.ts'
import styles from './large-screen.module.css'

export const Panel = ({
  title,
  area,
  children,
}: Readonly<{ title: string; area: string | undefined; children: ReactNode }>) => (
  <section className={cx(styles.panel, area)}>
    <h2>{title}</h2>
    {children}
  </section>
)
