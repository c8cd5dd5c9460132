import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { joinSentences } from '@heliograph/i18n/sentence-gap.ts'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useCallback, useRef, useState } from 'react'
import { CallFailure } from '../../api/failure.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useNow } from '../../ui/now.ts'
import { wasAborted } from '../captcha/human-check.tsx'
import { registrationQuery } from '../registration-query.ts'
import { countIn, useCodeFault } from './code-fault.ts'
import styles from './code-field.module.css'

export type CodeSent = Readonly<{ retryAfterS: number; expiresInS: number }>

export type CodeSending = Readonly<{
  /** Whether a code is being sent, or was sent a moment ago. */
  isSent: boolean
  busy: boolean
  failure: unknown
  /** Seconds until another code may be requested; 0: now. */
  waitS: number
  /** Whole minutes for which the code is still valid; undefined when unknown. */
  minutesLeft: number | undefined
  isExpired: boolean
  /** Sends a code, or another one. @returns whether one was sent */
  send: () => Promise<boolean>
}>

type Times = Readonly<{ sentMs: number; retryAtMs: number; expiresAtMs: number | undefined }>

/** @param request requests a code from the server */
export function useCodeSending(request: () => Promise<CodeSent>): CodeSending {
  const latest = useRef(request)
  latest.current = request
  const [times, setTimes] = useState<Times>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const tickMs = useNow()

  const send = useCallback(async (): Promise<boolean> => {
    setBusy(true)
    setFailure(undefined)
    try {
      const { retryAfterS, expiresInS } = await latest.current()
      const sentMs = Date.now()
      setTimes({ sentMs, retryAtMs: sentMs + retryAfterS * 1000, expiresAtMs: sentMs + expiresInS * 1000 })
      return true
    } catch (fault) {
      // A recent code is still valid, even if another page requested it: the page may have been reloaded.
      if (fault instanceof CallFailure && fault.code === 'CODE_SENT_TOO_OFTEN') {
        const sentMs = Date.now()
        const retryAtMs = sentMs + countIn(fault, 'seconds') * 1000
        setTimes((now) => ({ sentMs, retryAtMs, expiresAtMs: now?.expiresAtMs }))
        return true
      }
      if (!wasAborted(fault)) setFailure(fault)
      return false
    } finally {
      setBusy(false)
    }
  }, [])

  // The page's clock ticks in seconds and may be slightly before the request.
  const nowMs = Math.max(tickMs, times?.sentMs ?? 0)
  const leftMs = times?.expiresAtMs === undefined ? undefined : times.expiresAtMs - nowMs
  return {
    isSent: times !== undefined,
    busy,
    failure,
    waitS: Math.max(0, Math.ceil(((times?.retryAtMs ?? 0) - nowMs) / 1000)),
    minutesLeft: leftMs === undefined ? undefined : Math.max(1, Math.round(leftMs / MINUTE_MS)),
    isExpired: leftMs !== undefined && leftMs <= 0,
    send,
  }
}

/** The code from the email or SMS: where it went, how long it is valid, and when another may be requested. */
export function CodeField({
  value,
  onChange,
  sending,
  to,
  error,
  inputRef,
  autoFocus = false,
}: Readonly<{
  value: string
  onChange: (value: string) => void
  sending: CodeSending
  /** The target of the code, for screen readers; absent: the screen shows it. */
  to?: string
  error?: string | undefined
  inputRef?: Ref<HTMLInputElement>
  autoFocus?: boolean
}>) {
  const { text } = useText()
  const faultOf = useCodeFault()
  const { isSent, waitS, minutesLeft, isExpired, busy, failure, send } = sending
  const { data: server } = useQuery(registrationQuery)
  // The code waits on the server itself, a place that needs this hint.
  const isInOutbox = isSent && server?.email === false && !server.sms
  const goodFor = minutesLeft !== undefined && !isExpired ? text('sign-up.code.goodFor', { minutes: minutesLeft }) : ''
  const sentTo = to ? text(isSent ? 'sign-up.code.sentTo' : 'sign-up.code.goesTo', { to }) : ''
  return (
    <div className={styles.codeField}>
      <TextField
        label={text('sign-up.code')}
        name="one-time-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={autoFocus}
        maxLength={40}
        {...(inputRef ? { inputRef } : {})}
        error={
          error ??
          (failure !== undefined ? faultOf(failure) : isExpired && !busy ? text('sign-up.code.expired') : undefined)
        }
        value={value}
        onChange={(typed) => onChange(typed.replace(/\s/g, ''))}
      />
      {isInOutbox && <Notice tone="warn">{text('sign-up.code.outbox')}</Notice>}
      <div className={styles.codeFieldFoot}>
        <span>{joinSentences([sentTo, goodFor])}</span>
        <Button kind="quiet" size="s" busy={busy} disabled={waitS > 0} onClick={() => void send()}>
          {waitS > 0
            ? text('sign-up.code.againIn', { seconds: waitS })
            : text(isSent ? 'sign-up.code.again' : 'sign-up.code.send')}
        </Button>
      </div>
    </div>
  )
}
