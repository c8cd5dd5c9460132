import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallFailure } from '../../../api/failure.ts'
import { useHumanCheck, wasAborted } from '../../../auth/captcha/human-check.tsx'
import { type ContactDraft, composeContact } from '../../../auth/contact/contact.ts'
import { canOfferPasskeys, endPasskeyOffer, signInByPasskey, wasPasskeyDeclined } from '../../../auth/passkey.ts'
import { bindPendingTicket } from '../../../auth/providers/third-party.ts'
import { providersQuery } from '../../../auth/providers/third-party-query.ts'
import { finishSignIn, hasSignedOut, signIn, signInByIngress } from '../../../auth/session.ts'
import { useCenterPrompts } from '../../../data-center/center-prompts.tsx'
import { useLanguage } from '../../../texts/language-context.ts'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useText } from '../../../texts/use-text.tsx'
import { showToast } from '../../../ui/toast-store.ts'

export type SignInDraft = Readonly<{ account: ContactDraft; password: string; keep: boolean }>
export type SignInStep = Readonly<{ kind: 'password' }> | Readonly<{ kind: 'second'; challenge: string }>
type Way = 'password' | 'passkey' | 'second' | 'ingress'
/** Another data center knows the account and the password that were typed. */
const isTyped = (way: Way): boolean => way === 'password' || way === 'second'

export type SignInState = Readonly<{
  step: SignInStep
  /** The sign-in method in progress, if any. */
  busy: Way | undefined
  failure: unknown
  /** The second step timed out: the password is needed again. */
  isExpired: boolean
  /** The browser offers passkeys in the account field. */
  offersPasskey: boolean
  /** CAPTCHA and data center prompts, while they are open. */
  panel: ReactNode
  prompts: ReactNode
  enter: () => Promise<void>
  enterByPasskey: () => Promise<void>
  /** For whom Home Assistant has signed in. */
  enterByIngress: () => Promise<void>
  finish: (code: string) => Promise<void>
  startOver: () => void
}>

/** All sign-in methods, with the steps between a correct password and the first page. */
export function useSignIn(
  draft: SignInDraft,
  { back, onSubmit, onFailure }: Readonly<{ back: string; onSubmit?: (() => void) | undefined; onFailure: () => void }>,
): SignInState {
  const { text } = useText()
  const { code: language } = useLanguage()
  const textOf = useFailureText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { ask, panel } = useHumanCheck()
  const [step, setStep] = useState<SignInStep>({ kind: 'password' })
  const [busy, setBusy] = useState<Way>()
  const [failure, setFailure] = useState<unknown>()
  const [isExpired, setExpired] = useState(false)
  const [offersPasskey, setOffers] = useState(false)
  const retry = useRef<() => void>(() => undefined)
  const goOn = useCallback(() => void navigate(back, { replace: true }), [navigate, back])
  const center = useCenterPrompts({ retry: () => retry.current(), onContinue: goOn })
  const credentials = { account: composeContact(draft.account), password: draft.password }

  /** One method at a time; its errors are shown, unless a prompt handles them. */
  const run = async (way: Way, work: () => Promise<void>): Promise<void> => {
    setBusy(way)
    setFailure(undefined)
    setExpired(false)
    onSubmit?.()
    try {
      await work()
      const bound = await bindPendingTicket()
      if (bound?.bound) showToast(text('third-party.bound', { provider: bound.name }), 'ok')
      else if (bound) showToast(textOf(bound.failure), 'warn')
      if (!isTyped(way) || !(await center.afterSignIn(credentials))) goOn()
    } catch (fault) {
      await take(way, fault)
    } finally {
      setBusy(undefined)
    }
  }

  const take = async (way: Way, fault: unknown): Promise<void> => {
    if (wasAborted(fault) || wasPasskeyDeclined(fault)) return
    const code = fault instanceof CallFailure ? fault.code : ''
    if (fault instanceof CallFailure && code === 'SECOND_FACTOR_REQUIRED') {
      setStep({ kind: 'second', challenge: String(fault.body.detail?.challenge ?? '') })
      return
    }
    // The challenge of the second step was used or is too old.
    if (way === 'second' && code === 'AUTH_TOKEN_INVALID') {
      setStep({ kind: 'password' })
      setExpired(true)
      return
    }
    if (isTyped(way) && (await center.explain(fault, credentials))) return
    setFailure(fault)
    onFailure()
  }

  const enter = (): Promise<void> =>
    run('password', () => ask((humanCheck) => signIn(client, { ...credentials, keep: draft.keep, humanCheck })))
  retry.current = () => void enter()

  const keep = useRef(draft.keep)
  keep.current = draft.keep
  const offer = useRef<() => Promise<void>>(async () => undefined)
  offer.current = async () => {
    let isChosen = false
    try {
      await signInByPasskey(client, {
        keep: () => keep.current,
        isOffer: true,
        onChosen: () => {
          isChosen = true
          setBusy('passkey')
        },
      })
      await bindPendingTicket()
      goOn()
    } catch (fault) {
      // An ignored or unsupported offer is not an error.
      if (isChosen) setFailure(fault)
    } finally {
      if (isChosen) setBusy(undefined)
    }
  }
  const hasTried = useRef(false)
  const enterByIngress = (): Promise<void> => {
    hasTried.current = true
    return run('ingress', () => signInByIngress(client, language))
  }
  const enterAtOnce = useRef(enterByIngress)
  enterAtOnce.current = enterByIngress
  const { data: providers } = useQuery(providersQuery)
  const isIngress = providers?.data.some(({ kind }) => kind === 'ingress') ?? false
  // No question for those whom Home Assistant knows, unless they left a moment ago.
  useEffect(() => {
    if (!isIngress || hasTried.current || hasSignedOut()) return
    void enterAtOnce.current()
  }, [isIngress])

  useEffect(() => {
    let gone = false
    void canOfferPasskeys().then((can) => !gone && setOffers(can))
    return () => {
      gone = true
    }
  }, [])
  useEffect(() => {
    if (!offersPasskey) return
    void offer.current()
    return () => void endPasskeyOffer()
  }, [offersPasskey])

  return {
    step,
    busy,
    failure,
    isExpired,
    offersPasskey,
    panel,
    prompts: center.prompts,
    enter,
    enterByPasskey: () => run('passkey', () => signInByPasskey(client, { keep: () => keep.current })),
    enterByIngress,
    finish: (code) =>
      run('second', () => finishSignIn(client, { challenge: step.kind === 'second' ? step.challenge : '', code })),
    startOver: () => {
      setStep({ kind: 'password' })
      setFailure(undefined)
    },
  }
}
