import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { unreadQuery } from '../api/messages.ts'
import { useText } from '../texts/use-text.tsx'
import buttonStyles from '../ui/button.module.css'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './message-bell.module.css'

/** Leads to the message center and shows, live, how many messages are unread. */
export function MessageBell() {
  const { text } = useText()
  const { data } = useQuery(unreadQuery)
  const count = data ? data.alarm + data.system + data.sharing : 0
  const label = text('shell.messages.unread', { count })
  return (
    <Link
      to="/messages"
      className={cx(buttonStyles.button, buttonStyles.buttonQuiet, buttonStyles.buttonIconOnly, styles.messageBell)}
      aria-label={label}
      title={label}
    >
      <Icon name="alarm" size={20} />
      {count > 0 && (
        <span className={styles.messageCount} aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  )
}
