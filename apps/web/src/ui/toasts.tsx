import { useSyncExternalStore } from 'react'
import { cx, lookOf } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './toast.module.css'
import { type Toast, toasts } from './toast-store.ts'
import { UndoBar } from './undo-bar.tsx'

const iconOf = { ok: 'check', info: 'info', warn: 'warning' } as const

const Rows = ({ rows }: Readonly<{ rows: readonly Toast[] }>) =>
  rows.map((toast) => (
    <div key={toast.id} className={cx(styles.toast, lookOf(styles, 'toast', toast.tone))}>
      <Icon name={iconOf[toast.tone]} size={19} />
      {toast.text}
    </div>
  ))

/** Both regions exist from the start: a region that appears with its text is not announced. */
export function Toasts() {
  const rows = useSyncExternalStore(toasts.subscribe, toasts.list)
  return (
    <div className={styles.toasts}>
      <div role="status" aria-live="polite">
        <Rows rows={rows.filter((toast) => toast.tone !== 'warn')} />
      </div>
      <div role="alert" aria-live="assertive">
        <Rows rows={rows.filter((toast) => toast.tone === 'warn')} />
      </div>
      <UndoBar />
    </div>
  )
}
