import { type MessageKind, messageKinds } from '@heliograph/domain/messages/message-kinds.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components'
import { Link } from 'react-router'
import { accountPath } from '../address/account-paths.ts'
import { messagePath } from '../address/message-path.ts'
import { withQuery } from '../address/paths.ts'
import { type Message, markAllRead, markRead, messagesKey, messagesQuery, unreadQuery } from '../api/messages.ts'
import { useLanguage } from '../texts/language-context.ts'
import { LaterTexts } from '../texts/later-texts.tsx'
import { useText } from '../texts/use-text.tsx'
import { Age } from '../ui/age.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { PopUp } from '../ui/pop-up.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { EmptyState, ErrorPanel, Skeleton } from '../ui/states.tsx'
import { useAction } from '../ui/use-action.ts'
import styles from './message-panel.module.css'

/** The panel names so many; the message center has all. */
const MOST = 6
const levels = ['message-page.level.0', 'message-page.level.1', 'message-page.level.2'] as const

type Props = Readonly<{ trigger: RefObject<HTMLButtonElement | null>; onClose: () => void }>

/** The last messages below the bell, of each kind. */
export function MessagePanel({ trigger, onClose }: Props) {
  const { text } = useText()
  const body = useRef<HTMLElement>(null)
  return (
    <PopUp trigger={trigger} className={styles.messagePanel} onClose={onClose}>
      <Dialog ref={body} aria-label={text('shell.menu.messages')} className={cx(styles.messagePanelBody)}>
        <LaterTexts feature="message-page" waiting={<Skeleton height={240} />}>
          <Panel onClose={onClose} onGone={() => body.current?.focus()} />
        </LaterTexts>
      </Dialog>
    </PopUp>
  )
}

/** @param onGone the button that was pressed goes: without a new place for the focus, keys would reach nothing */
function Panel({ onClose, onGone }: Readonly<{ onClose: () => void; onGone: () => void }>) {
  const { text } = useText()
  const { code } = useLanguage()
  const client = useQueryClient()
  const { running, run } = useAction()
  const { data: unread } = useQuery(unreadQuery)
  // Where something is new; what is read meanwhile changes nothing under the reader's eyes.
  const [kind, setKind] = useState<MessageKind>(
    () =>
      messageKinds.find((messageKind) => (client.getQueryData(unreadQuery.queryKey)?.[messageKind] ?? 0) > 0) ??
      'alarm',
  )
  const { data, error, refetch } = useQuery(messagesQuery({ kind, unreadOnly: false, page: 1, language: code }))
  const change = (name: string, work: () => Promise<unknown>): void =>
    void run(name, async () => {
      await work()
      await client.invalidateQueries({ queryKey: messagesKey })
      onGone()
    })
  return (
    <>
      <header className={styles.messagePanelHead}>
        <h2>{text('message-page.title')}</h2>
        <ButtonLink
          kind="quiet"
          size="s"
          icon="settings"
          label={text('message-page.settings')}
          to={accountPath('message')}
          onClick={onClose}
        />
      </header>
      <div className={styles.messagePanelTools}>
        <Segmented<MessageKind>
          label={text('message-page.tabs')}
          value={kind}
          options={messageKinds.map((messageKind) => ({
            value: messageKind,
            label: `${text(`message-page.tab.${messageKind}`)}${unread?.[messageKind] ? ` (${unread[messageKind]})` : ''}`,
          }))}
          onChange={setKind}
        />
      </div>
      {!data &&
        (error ? <ErrorPanel compact failure={error} onRetry={() => void refetch()} /> : <Skeleton height={180} />)}
      {data?.messages.length === 0 && (
        <EmptyState
          compact
          icon="alarm"
          title={text('message-page.none.title')}
          hint={text('message-page.none.hint')}
        />
      )}
      {data && data.messages.length > 0 && (
        <ul className={styles.messagePanelList}>
          {data.messages.slice(0, MOST).map((message) => (
            <Row
              key={message.id}
              message={message}
              isBusy={running === `read ${message.id}`}
              onRead={() => change(`read ${message.id}`, () => markRead([message.id], true))}
              onClose={onClose}
            />
          ))}
        </ul>
      )}
      <footer className={styles.messagePanelFoot}>
        <Link to={withQuery('/messages', { kind: kind === 'alarm' ? undefined : kind })} onClick={onClose}>
          {text('message-page.all')}
        </Link>
        {unread !== undefined && unread[kind] > 0 && (
          <Button size="s" icon="check" busy={running === 'all'} onClick={() => change('all', () => markAllRead(kind))}>
            {text('message-page.readAll')}
          </Button>
        )}
      </footer>
    </>
  )
}

type RowProps = Readonly<{ message: Message; isBusy: boolean; onRead: () => void; onClose: () => void }>

function Row({ message, isBusy, onRead, onClose }: RowProps) {
  const { text } = useText()
  const { kind, level, title, isRead, lastAtMs } = message
  const open = (): void => {
    if (!isRead) onRead()
    onClose()
  }
  return (
    <li className={cx(!isRead && styles.messagePanelUnread)}>
      <div>
        <Link to={messagePath(message)} onClick={open}>
          {!isRead && <span className="visually-hidden">{`${text('message-page.unread')}: `}</span>}
          {title}
        </Link>
        <small>
          {kind === 'alarm' && <span data-level={level}>{text(levels[level as 0 | 1 | 2] ?? levels[0])}</span>}
          <Age atMs={lastAtMs} />
        </small>
      </div>
      {!isRead && (
        <Button
          kind="quiet"
          size="s"
          icon="check"
          label={text('message-page.markRead')}
          busy={isBusy}
          onClick={onRead}
        />
      )}
    </li>
  )
}
