import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Proof } from '../../../api/account-types.ts'
import { call } from '../../../api/call.ts'
import { CallFailure } from '../../../api/failure.ts'
import { type Flow, findTicket, keepTicket, type Ticket, takeFlow } from '../../../auth/providers/third-party.ts'
import { accountKey } from '../../../auth/re-authentication/security-query.ts'
import { completeSignIn } from '../../../auth/session.ts'
import { useText } from '../../../texts/use-text.tsx'
import { showToast } from '../../../ui/toast-store.ts'

/** Why it failed. */
export type Reason = 'state' | 'cancelled' | 'failed'
export type CallBack =
  | Readonly<{ kind: 'working'; name: string; isBinding: boolean }>
  | Readonly<{ kind: 'stopped'; reason: Reason; name: string; failure?: unknown; isBinding: boolean; back: string }>
  | Readonly<{ kind: 'unbound'; ticket: Ticket }>
  /** The account here asks for its second step. */
  | Readonly<{ kind: 'second'; name: string; challenge: string; back: string }>
  /** The session is not of just now: who is there must be shown before the binding. */
  | Readonly<{ kind: 'confirm'; name: string; label: string; back: string; bind: (proof: Proof) => Promise<void> }>
  /** The page was opened without a provider. */
  | Readonly<{ kind: 'nothing' }>

/** The provider's parameters in the URL, and what the page makes of them, once. */
export function useCallBack(): CallBack {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { text } = useText()
  const [state, setState] = useState<CallBack>(() => begin(params))
  const answer = useRef(readAnswer(params))

  useEffect(() => {
    const options = answer.current
    if (options === undefined) return
    answer.current = undefined
    const leave = (to: string): void => void navigate(to, { replace: true })
    // It works once: it must not stay in the URL, the history or a bookmark.
    leave('/tencentLogin')
    const flow = takeFlow(options.state)
    if (flow === undefined) return setState(foreign)
    setState({ kind: 'working', name: flow.name, isBinding: flow.purpose === 'bind' })
    const bound = () => showToast(text('third-party.bound', { provider: flow.name }), 'ok')
    void follow(flow, options, { bound, leave, client }).then((next) => next && setState(next))
  }, [navigate, client, text])

  return state
}

type Answer = Readonly<{ state: string; code: string; iss: string | null }>
type Steps = Readonly<{ bound: () => void; leave: (to: string) => void; client: QueryClient }>

/** A reply without a request by this tab. */
const foreign: CallBack = { kind: 'stopped', reason: 'state', name: '', isBinding: false, back: '/plant' }

function readAnswer(params: URLSearchParams): Answer | undefined {
  const [state, code, iss] = [params.get('state'), params.get('code'), params.get('iss')]
  return state === null && code === null ? undefined : { state: state ?? '', code: code ?? '', iss }
}

/** The initial state; after a reload it has the waiting account. */
function begin(params: URLSearchParams): CallBack {
  if (readAnswer(params) !== undefined) return { kind: 'working', name: '', isBinding: false }
  const ticket = findTicket(Date.now())
  return ticket ? { kind: 'unbound', ticket } : { kind: 'nothing' }
}

/** @returns what to show; undefined: the page is left */
async function follow(flow: Flow, answer: Answer, steps: Steps): Promise<CallBack | undefined> {
  const { name, back } = flow
  const about = { name, back, isBinding: flow.purpose === 'bind' }
  // A visitor who cancels at the provider returns without a code.
  if (answer.code === '') return { kind: 'stopped', reason: 'cancelled', ...about }
  try {
    const { code, iss } = answer
    const body = { state: flow.state, code, ...(iss === null ? {} : { iss }) }
    const reply = await call('POST /oauth2-s/third-party/callback', { body })
    switch (reply.outcome) {
      case 'signedIn':
        await completeSignIn(steps.client, reply.token)
        steps.leave(back)
        return undefined
      case 'bind':
        return await bind(flow, reply, steps)
      case 'unbound': {
        const { ticket: secret, provider, label, email } = reply
        keepTicket({ ticket: secret, provider, name, label, email, keep: flow.keep, back }, Date.now())
        const ticket = findTicket(Date.now())
        return ticket ? { kind: 'unbound', ticket } : { kind: 'nothing' }
      }
    }
  } catch (failure) {
    const challenge = failure instanceof CallFailure ? failure.body.detail?.challenge : undefined
    if (challenge !== undefined) return { kind: 'second', name, challenge: String(challenge), back }
    const isState = failure instanceof CallFailure && failure.code === 'THIRD_PARTY_STATE'
    return { kind: 'stopped', reason: isState ? 'state' : 'failed', failure, ...about }
  }
}

async function bind(
  { name, back }: Flow,
  { ticket, label }: Readonly<{ ticket: string; label: string }>,
  steps: Steps,
): Promise<CallBack | undefined> {
  const finish = async (proof?: Proof): Promise<void> => {
    await call('POST /user-s/acc/binding', { body: { ticket, ...(proof ? { proof } : {}) } })
    await steps.client.invalidateQueries({ queryKey: accountKey })
    steps.bound()
    steps.leave(back)
  }
  try {
    await finish()
    return undefined
  } catch (failure) {
    if (failure instanceof CallFailure && failure.code === 'PROOF_REQUIRED')
      return { kind: 'confirm', name, label, back, bind: finish }
    throw failure
  }
}
