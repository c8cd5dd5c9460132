import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { applicationPath } from '../../../address/paths.ts'
import { usePageTitle } from '../../../brand/page-title.ts'
import { Permitted } from '../../../identity/permitted.tsx'
import { RefusedPage } from '../../../shell/refused-page.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import styles from './application.module.css'

/** The frame of one application: the way back, its name and what it is for. @param lead undefined: not known yet */
export function DetailPage({
  right,
  title,
  lead,
  children,
}: Readonly<{ right: string; title: string; lead: string | undefined; children: ReactNode }>) {
  const { text } = useText()
  usePageTitle(title, text('shell.menu.function'))
  return (
    <Permitted any={[right]} fallback={<RefusedPage right={right} />}>
      <main className="page">
        <header>
          <Link className={styles.back} to={applicationPath()}>
            <Icon name="chevronLeft" size={16} /> {text('shell.menu.function')}
          </Link>
          <h1>{title}</h1>
          <p className="answer">{lead ?? <Skeleton width="min(420px, 80%)" height={20} />}</p>
        </header>
        {children}
      </main>
    </Permitted>
  )
}
