import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { unreadQuery } from '../api/messages.ts'
import { useText } from '../texts/use-text.tsx'
import buttonStyles from '../ui/button.module.css'
import { cx } from '../ui/class-names.ts'
import { useDrawn } from '../ui/extra-part.tsx'
import { Icon } from '../ui/icon.tsx'
import { firstPart } from '../ui/lazy-part.ts'
import { onModalOpens } from '../ui/modal-opening.ts'
import styles from './message-bell.module.css'

const loadPanel = () => import('./message-panel.tsx')
const MessagePanel = firstPart(loadPanel, 'MessagePanel')

/** Shows, live, how many messages are unread, and opens the last ones. */
export function MessageBell() {
  const { text } = useText()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({ ...unreadQuery, enabled: useDrawn() })
  const count = data ? data.alarm + data.system + data.sharing : 0
  const label = text('shell.messages.unread', { count })
  useEffect(() => (isOpen ? onModalOpens(() => setOpen(false)) : undefined), [isOpen])
  const warm = (): void => void loadPanel().catch(() => undefined)
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={cx(buttonStyles.button, buttonStyles.buttonQuiet, buttonStyles.buttonIconOnly, styles.messageBell)}
        data-part="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="alarm" size={20} />
        {count > 0 && (
          <span className={styles.messageCount} aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </button>
      {isOpen && (
        <Suspense>
          <MessagePanel trigger={trigger} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
