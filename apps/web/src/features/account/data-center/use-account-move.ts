import { useEffect, useState } from 'react'
import type { AccountMove } from '../../../api/account-types.ts'
import { call } from '../../../api/call.ts'
import { CallFailure } from '../../../api/failure.ts'
import { expectSessionEnd } from '../../../auth/session.ts'

const ASK_AGAIN_MS = 1_000

export type MoveState = Readonly<{
  move: AccountMove | null
  /** The first reply is still loading. */
  isLoading: boolean
  failure: unknown
  /** A move that this page started. */
  begin: (move: AccountMove) => void
  reload: () => void
}>

/**
 * The user's own move, polled while it runs. The session ends with the move, so being signed out while it ran means
 * that it is complete.
 */
export function useAccountMove(): MoveState {
  const [move, setMove] = useState<AccountMove | null>(null)
  const [isLoading, setLoading] = useState(true)
  const [failure, setFailure] = useState<unknown>()
  const [asked, setAsked] = useState(0)
  const isRunning = move?.state === 'running'
  const hasLeft = move?.state === 'done'

  useEffect(() => {
    expectSessionEnd(isRunning || hasLeft)
    return () => expectSessionEnd(false)
  }, [isRunning, hasLeft])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` stands for the wish to ask anew
  useEffect(() => {
    // The session has ended, so the state can no longer be requested.
    if (hasLeft) return
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async (): Promise<void> => {
      try {
        const answer = await call('GET /user-s/acc/move', undefined, { signal: abort.signal })
        setMove(answer.move)
        setFailure(undefined)
        if (answer.move?.state === 'running') timer = setTimeout(() => void ask(), ASK_AGAIN_MS)
      } catch (fault) {
        if (abort.signal.aborted) return
        if (isRunning && fault instanceof CallFailure && fault.status === 401)
          setMove((now) => now && { ...now, state: 'done', progress: 1 })
        else if (isRunning) timer = setTimeout(() => void ask(), ASK_AGAIN_MS)
        else setFailure(fault)
      } finally {
        if (!abort.signal.aborted) setLoading(false)
      }
    }
    void ask()
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [isRunning, hasLeft, asked])

  return {
    move,
    isLoading,
    failure,
    begin: setMove,
    reload: () => {
      setLoading(true)
      setAsked((times) => times + 1)
    },
  }
}
