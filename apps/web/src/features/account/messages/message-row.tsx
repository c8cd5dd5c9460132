import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { messagePath } from '../../../address/message-path.ts'
import { type Message, markRead, messagesKey, mutePlant, removeMessages } from '../../../api/messages.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Age } from '../../../ui/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { useAction } from '../../../ui/use-action.ts'
import styles from './messages-page.module.css'

/** A message about several events names the first of them. */
const MOST_ENTRIES = 5
const levels = ['message-page.level.0', 'message-page.level.1', 'message-page.level.2'] as const

export function MessageRow({ message }: Readonly<{ message: Message }>) {
  const { text } = useText()
  const client = useQueryClient()
  const { running, run } = useAction()
  const { id, kind, level, plantId, title, isRead, count, entries, lastAtMs } = message
  const change = (name: string, work: () => Promise<unknown>, done?: string) =>
    void run(
      name,
      async () => {
        await work()
        await client.invalidateQueries({ queryKey: messagesKey })
      },
      done,
    )
  const shown = count > 1 ? entries.slice(0, MOST_ENTRIES) : []
  return (
    <li className={cx(styles.messageRow, !isRead && styles.messageUnread)}>
      <span className={cx(styles.messageDot, !isRead && styles.messageDotUnread)}>
        {!isRead && <span className="visually-hidden">{text('message-page.unread')}</span>}
      </span>
      <div>
        <div className={styles.messageTitle}>{title}</div>
        <div className={styles.messageFacts}>
          {kind === 'alarm' && (
            <span className={level === 2 ? styles.messageLevel2 : level === 1 ? styles.messageLevel1 : undefined}>
              {text(levels[level as 0 | 1 | 2] ?? levels[0])}
            </span>
          )}
          <Age atMs={lastAtMs} />
          {kind === 'alarm' && <Link to={messagePath(message)}>{text('message-page.open')}</Link>}
        </div>
        {shown.length > 0 && (
          <ul className={styles.messageEntries}>
            {shown.map((entry) => (
              <li key={`${entry.plantId} ${entry.atMs} ${entry.text}`}>
                {entry.plantName === '' ? entry.text : `${entry.plantName}: ${entry.text}`}
              </li>
            ))}
            {count > shown.length && <li>{text('message-page.more', { count: count - shown.length })}</li>}
          </ul>
        )}
      </div>
      <div className={styles.messageActions}>
        <Button
          kind="quiet"
          size="s"
          icon={isRead ? 'mail' : 'check'}
          label={text(isRead ? 'message-page.markUnread' : 'message-page.markRead')}
          busy={running === 'read'}
          onClick={() => change('read', () => markRead([id], !isRead))}
        />
        {kind === 'alarm' && plantId !== null && (
          <Button
            kind="quiet"
            size="s"
            icon="moon"
            label={text('message-page.mute')}
            busy={running === 'mute'}
            onClick={() =>
              change(
                'mute',
                () => mutePlant(plantId),
                text('message-page.muted', { plant: entries[0]?.plantName ?? '' }),
              )
            }
          />
        )}
        <Button
          kind="quiet"
          size="s"
          icon="trash"
          label={text('message-page.delete')}
          busy={running === 'delete'}
          onClick={() => change('delete', () => removeMessages([id]))}
        />
      </div>
    </li>
  )
}
