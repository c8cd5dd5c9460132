import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'
import './setting.css'

/** One thing that can be set: its name and state on one side, what to do on the other. */
export function SettingRow({
  title,
  hint,
  icon,
  tone,
  children,
  className,
}: Readonly<{
  title: ReactNode
  hint?: ReactNode
  icon?: IconName
  tone?: 'ok' | 'warn'
  children?: ReactNode
  className?: string | undefined
}>) {
  return (
    <div className={cx('setting-row', className)}>
      {icon && (
        <span className={cx('setting-mark', tone && `setting-mark-${tone}`)}>
          <Icon name={icon} size={20} />
        </span>
      )}
      <div className="setting-words">
        <div className="setting-title">{title}</div>
        {hint && <div className="setting-hint">{hint}</div>}
      </div>
      {children && <div className="setting-actions">{children}</div>}
    </div>
  )
}

/** A card of rows with lines between them. */
export function SettingCard({
  id,
  title,
  lead,
  aside,
  children,
}: Readonly<{ id?: string; title: string; lead?: ReactNode; aside?: ReactNode; children: ReactNode }>) {
  return (
    <section className="card setting-card" id={id} aria-label={title}>
      <div className="setting-head">
        <div>
          <h2>{title}</h2>
          {lead && <p>{lead}</p>}
        </div>
        {aside && <div className="setting-aside">{aside}</div>}
      </div>
      {children}
    </section>
  )
}
