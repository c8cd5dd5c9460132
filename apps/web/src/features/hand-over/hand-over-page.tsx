import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CurrentUser } from '../../api/account-types.ts'
import { findUser, type HandOver } from '../../auth/hand-over.ts'
import { clearToken, endSession, forgetEverything, storeToken } from '../../auth/session.ts'
import { FrontPage } from '../../shell/front-page.tsx'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/states.tsx'
import { useAction } from '../../ui/use-action.ts'
import styles from './hand-over-page.module.css'

type Found = Readonly<{ own: CurrentUser | undefined; other: CurrentUser | undefined }>

/**
 * A link must not replace or end a session by itself: its reader would register loggers in someone else's account. If
 * nobody is signed in, the link's session starts at once.
 */
export function HandOverPage({ wish, onDone }: Readonly<{ wish: HandOver; onDone: () => void }>) {
  const { text } = useText()
  const client = useQueryClient()
  const { running, run } = useAction()
  const { data, error, refetch } = useQuery({
    queryKey: ['hand-over'],
    queryFn: async (): Promise<Found> => {
      const [own, other] = await Promise.all([findUser(), wish.kind === 'token' ? findUser(wish.token) : undefined])
      return { own, other }
    },
    retry: false,
    gcTime: 0,
  })
  const isHarmless = data !== undefined && !asks(wish, data)
  useEffect(() => {
    if (!isHarmless) return
    if (wish.kind === 'token' && (data.other !== undefined || data.own === undefined)) storeToken(wish.token)
    if (wish.kind === 'clear') clearToken()
    void forgetEverything(client).then(onDone)
  }, [isHarmless, data, wish, client, onDone])

  if (error)
    return (
      <FrontPage title={text('login.handOver.title')} lead="">
        <ErrorPanel compact failure={error} onRetry={() => void refetch()} />
      </FrontPage>
    )
  if (data === undefined || isHarmless)
    return (
      <div className="splash" role="status" aria-label={text('shell.loading')}>
        <span className="splash-sun" />
      </div>
    )
  const own = nameOf(data.own)
  const follow = (): void =>
    void run('follow', async () => {
      if (wish.kind === 'token') storeToken(wish.token)
      else await endSession()
      await forgetEverything(client)
      onDone()
    })
  const isToken = wish.kind === 'token'
  return (
    <FrontPage
      title={isToken ? text('login.handOver.as', { name: nameOf(data.other) }) : text('login.handOver.out')}
      lead={
        isToken
          ? text('login.handOver.as.lead', { own, name: nameOf(data.other) })
          : text('login.handOver.out.lead', { own })
      }
    >
      <div className={styles.ways}>
        <Button kind="primary" wide onClick={onDone}>
          {text('login.handOver.stay', { own })}
        </Button>
        <Button wide busy={running === 'follow'} onClick={follow}>
          {isToken ? text('login.handOver.follow', { name: nameOf(data.other) }) : text('login.handOver.follow.out')}
        </Button>
      </div>
    </FrontPage>
  )
}

/** Whether a user loses a session by it. */
function asks(wish: HandOver, { own, other }: Found): boolean {
  if (own === undefined) return false
  return wish.kind === 'clear' || (other !== undefined && other.id !== own.id)
}

const nameOf = (user: CurrentUser | undefined): string => user?.account ?? ''
