import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '../../../api/account-types.ts'
import { call } from '../../../api/call.ts'
import { CallFailure } from '../../../api/failure.ts'
import { findUser, type HandOver } from '../../../auth/hand-over.ts'
import { clearToken, completeSignIn, endSession, forgetEverything, storeToken } from '../../../auth/session.ts'
import { FrontPage } from '../../../shell/front-page.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/states.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './hand-over-page.module.css'

type HandOverUser = Pick<CurrentUser, 'id' | 'account'>

/** The user whom a link signs in; undefined: none, or none any more. */
async function findOther(wish: HandOver): Promise<HandOverUser | undefined> {
  if (wish.kind === 'clear') return undefined
  if (wish.kind === 'token') return findUser(wish.token)
  try {
    return await call('POST /oauth2-s/oauth/hand-over', { body: { code: wish.code } })
  } catch (failure) {
    if (failure instanceof CallFailure && failure.code === 'VERIFICATION_CODE_EXPIRED') return undefined
    throw failure
  }
}

type Found = Readonly<{ own: CurrentUser | undefined; other: HandOverUser | undefined }>

/**
 * A link must not replace or end a session by itself: its reader would register loggers in someone else's account.
 * Without a session, the link's session starts at once.
 */
export function HandOverPage({ wish, onDone }: Readonly<{ wish: HandOver; onDone: () => void }>) {
  const { text } = useText()
  const client = useQueryClient()
  const { running, run } = useAction()
  const { data, error, refetch } = useQuery({
    queryKey: ['hand-over'],
    queryFn: async (): Promise<Found> => {
      const [own, other] = await Promise.all([findUser(), findOther(wish)])
      return { own, other }
    },
    retry: false,
    gcTime: 0,
  })
  const [failure, setFailure] = useState<unknown>()
  // A code works once.
  const isFollowed = useRef(false)
  const isVoid = wish.kind === 'code' && data !== undefined && data.other === undefined
  const isHarmless = data !== undefined && !isVoid && !losesSession(wish, data)
  useEffect(() => {
    if (!isHarmless) return
    if (wish.kind === 'code') {
      // For the same person nothing changes; its code ends by itself.
      if (data.own !== undefined) onDone()
      else if (!isFollowed.current) {
        isFollowed.current = true
        follow(client, wish).then(onDone, setFailure)
      }
      return
    }
    if (wish.kind === 'token' && (data.other !== undefined || data.own === undefined)) storeToken(wish.token)
    if (wish.kind === 'clear') clearToken()
    void forgetEverything(client).then(onDone)
  }, [isHarmless, data, wish, client, onDone])

  const retry = (): void => {
    isFollowed.current = false
    setFailure(undefined)
    void refetch()
  }
  if (isVoid)
    return (
      <FrontPage title={text('login.handOver.void')} lead={text('login.handOver.void.lead')}>
        <Button kind="primary" wide onClick={onDone}>
          {data.own ? text('login.handOver.stay', { own: nameOf(data.own) }) : text('login.handOver.signIn')}
        </Button>
      </FrontPage>
    )
  if (error ?? failure)
    return (
      <FrontPage title={text('login.handOver.title')} lead="">
        <ErrorPanel compact failure={error ?? failure} onRetry={retry} />
      </FrontPage>
    )
  if (data === undefined || isHarmless)
    return (
      <div className="splash" role="status" aria-label={text('shell.loading')}>
        <span className="splash-sun" />
      </div>
    )
  const own = nameOf(data.own)
  const go = (): void => void run('follow', () => follow(client, wish)).then((isIn) => isIn && onDone())
  const isToken = wish.kind !== 'clear'
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
        <Button wide busy={running === 'follow'} onClick={go}>
          {isToken ? text('login.handOver.follow', { name: nameOf(data.other) }) : text('login.handOver.follow.out')}
        </Button>
      </div>
    </FrontPage>
  )
}

/** Whether a user loses a session by it. */
function losesSession(wish: HandOver, { own, other }: Found): boolean {
  if (own === undefined) return false
  return wish.kind === 'clear' || (other !== undefined && other.id !== own.id)
}

/** Does what the link says; a code is used by it, and opens a session in this browser's own cookie. */
async function follow(client: QueryClient, wish: HandOver): Promise<void> {
  if (wish.kind === 'code') {
    const body = { grant_type: 'hand_over', code: wish.code } as const
    return completeSignIn(client, await call('POST /oauth2-s/oauth/token', { body }))
  }
  if (wish.kind === 'token') storeToken(wish.token)
  else await endSession()
  await forgetEverything(client)
}

const nameOf = (user: HandOverUser | undefined): string => user?.account ?? ''
