import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { HumanCheck } from '../../api/account-types.ts'
import { CallFailure } from '../../api/failure.ts'
import { cx } from '../../ui/class-names.ts'
import { firstPart } from '../../ui/lazy-part.ts'
import styles from './human-check.module.css'
import type { HumanCheckCause } from './human-check-panel.tsx'

const HumanCheckPanel = firstPart(() => import('./human-check-panel.tsx'), 'HumanCheckPanel')

/** The number of failed checks after which a machine is sent away; a person is not. */
const MOST_CHECKS = 4

const requiresCaptcha = (failure: unknown): boolean =>
  failure instanceof CallFailure && (failure.code === 'HUMAN_CHECK_REQUIRED' || failure.code === 'HUMAN_CHECK_FAILED')

/** The person closed the check, which is not an error. */
export const wasAborted = (failure: unknown): boolean =>
  failure instanceof DOMException && failure.name === 'AbortError'
const createAbortError = (): DOMException => new DOMException('The human check was closed', 'AbortError')

const levelOf = (failure: unknown): number => {
  const level = failure instanceof CallFailure ? Number(failure.body.detail?.level) : 1
  return level >= 1 && level <= 5 ? level : 1
}

let checks = 0

type Request = Readonly<{
  /** A new key for each check, so that the panel starts again. */
  no: number
  /** The previous answer was wrong. */
  again: boolean
  /** How hard, as the server said. */
  level: number
  resolve: (check: HumanCheck) => void
  reject: (failure: unknown) => void
}>

export type AskHumanCheck = Readonly<{
  /**
   * Makes a call; if the server requires a CAPTCHA, the panel shows it and the same call is repeated automatically.
   * @throws what the call threw; an AbortError when the person closed the check (`wasAborted`)
   */
  ask: <T>(run: (humanCheck?: HumanCheck) => Promise<T>) => Promise<T>
  /** The open check; render it in the form. */
  panel: ReactNode
}>

/** @param cause what was tried too often: passwords, or codes that are sent to a contact */
export function useHumanCheck(cause: HumanCheckCause = 'password'): AskHumanCheck {
  const [request, setRequest] = useState<Request>()
  const open = useRef<Request>(undefined)
  useEffect(() => () => open.current?.reject(createAbortError()), [])

  const ask = useCallback<AskHumanCheck['ask']>(async (run) => {
    let check: HumanCheck | undefined
    for (let tries = 1; ; tries++) {
      try {
        return await run(check)
      } catch (failure) {
        if (!requiresCaptcha(failure) || tries > MOST_CHECKS) throw failure
        const again = check !== undefined
        const level = levelOf(failure)
        check = await new Promise<HumanCheck>((resolve, reject) => {
          checks += 1
          open.current = { no: checks, again, level, resolve, reject }
          setRequest(open.current)
        }).finally(() => {
          open.current = undefined
          setRequest(undefined)
        })
      }
    }
  }, [])

  const panel = request && (
    <Suspense fallback={<div className={cx(styles.humanCheck, styles.humanCheckWaiting)} />}>
      <HumanCheckPanel
        key={request.no}
        no={request.no}
        again={request.again}
        cause={cause}
        level={request.level}
        onSolved={request.resolve}
        onClose={() => request.reject(createAbortError())}
      />
    </Suspense>
  )
  return { ask, panel }
}
