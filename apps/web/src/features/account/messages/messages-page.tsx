import { type MessageKind, messageKinds } from '@heliograph/domain/messages/message-kinds.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accountPath } from '../../../address/account-paths.ts'
import { readOneOf, useUrlState } from '../../../address/url-state.ts'
import { hasCome } from '../../../api/has-come.ts'
import { MESSAGE_PAGE_SIZE, markAllRead, messagesKey, messagesQuery, unreadQuery } from '../../../api/messages.ts'
import { usePageTitle } from '../../../brand/page-title.ts'
import { PageSkeleton } from '../../../shell/page-skeleton.tsx'
import { useLanguage } from '../../../texts/language-context.ts'
import { LaterTexts } from '../../../texts/later-texts.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { MessageRow } from './message-row.tsx'
import styles from './messages-page.module.css'

/** The message center: what happened, by kind, the newest first. */
export function MessagesPage() {
  return (
    <LaterTexts feature="message-page" waiting={<PageSkeleton />}>
      <MessageCenter />
    </LaterTexts>
  )
}

function MessageCenter() {
  const { text } = useText()
  const { code } = useLanguage()
  const { params, linkTo, change } = useUrlState()
  const client = useQueryClient()
  const { running, run } = useAction()
  const kind: MessageKind = readOneOf(params, 'kind', messageKinds) ?? 'alarm'
  const unreadOnly = params.get('unread') === '1'
  const page = Math.max(1, Math.min(100_000, Number(params.get('page')) || 1))
  const { data: unread, isError: isUnreadUnknown } = useQuery(unreadQuery)
  const query = useQuery(messagesQuery({ kind, unreadOnly, page: Math.trunc(page), language: code }))
  const { data, error, refetch } = query
  const isCome = hasCome(query, data?.messages)
  usePageTitle(text('message-page.title'))
  const count = unread ? unread.alarm + unread.sharing + unread.system : 0
  const readAll = () =>
    run('read', async () => {
      await markAllRead(kind)
      await client.invalidateQueries({ queryKey: messagesKey })
    })
  return (
    <main className={styles.messages}>
      <header className={styles.messagesHead}>
        <div>
          <h1>{text('message-page.title')}</h1>
          <p className="answer" role="status">
            {unread === undefined && isUnreadUnknown ? null : unread === undefined ? (
              <Skeleton width="min(320px, 80%)" height={20} />
            ) : count === 0 ? (
              text('message-page.lead.none')
            ) : (
              text('message-page.lead.unread', { count })
            )}
          </p>
        </div>
        <ButtonLink icon="settings" to={accountPath('message')}>
          {text('message-page.settings')}
        </ButtonLink>
      </header>
      <Tabs
        label={text('message-page.tabs')}
        places={messageKinds.map((messageKind) => ({
          key: messageKind,
          to: linkTo({ kind: messageKind === 'alarm' ? null : messageKind, page: null }),
          current: messageKind === kind,
          label: `${text(`message-page.tab.${messageKind}`)}${unread?.[messageKind] ? ` (${unread[messageKind]})` : ''}`,
        }))}
      />
      <div className={styles.messagesTools}>
        <Checkbox
          label={text('message-page.unreadOnly')}
          checked={unreadOnly}
          onChange={(on) => change({ unread: on ? 1 : null, page: null }, { replace: true })}
        />
        {unread !== undefined && unread[kind] > 0 && (
          <Button size="s" icon="check" busy={running !== undefined} onClick={() => void readAll()}>
            {text('message-page.readAll')}
          </Button>
        )}
      </div>
      <Card flush>
        {!isCome &&
          (error ? <ErrorPanel compact failure={error} onRetry={() => void refetch()} /> : <Skeleton height={160} />)}
        {isCome && data?.messages.length === 0 && (
          <EmptyState
            compact
            icon="alarm"
            title={text('message-page.none.title')}
            hint={text('message-page.none.hint')}
          />
        )}
        {data && data.messages.length > 0 && (
          <ul className={styles.messagesList}>
            {data.messages.map((message) => (
              <MessageRow key={message.id} message={message} />
            ))}
          </ul>
        )}
      </Card>
      {data && data.total > MESSAGE_PAGE_SIZE && (
        <nav className={styles.messagesPager} aria-label={text('message-page.title')}>
          {page > 1 ? (
            <ButtonLink size="s" icon="chevronLeft" to={linkTo({ page: page === 2 ? null : page - 1 })}>
              {text('message-page.newer')}
            </ButtonLink>
          ) : (
            <span />
          )}
          {page * MESSAGE_PAGE_SIZE < data.total && (
            <ButtonLink size="s" icon="chevronRight" to={linkTo({ page: page + 1 })}>
              {text('message-page.older')}
            </ButtonLink>
          )}
        </nav>
      )}
    </main>
  )
}
