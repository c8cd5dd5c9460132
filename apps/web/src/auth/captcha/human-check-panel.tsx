import type { TextKey } from '@heliograph/i18n/keys.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { HumanCheck } from '../../api/account-types.ts'
import { call } from '../../api/call.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import styles from './human-check.module.css'
import { solveWork } from './solve-work.ts'

export type HumanCheckCause = 'password' | 'code'

const hints: Readonly<Record<HumanCheckCause, TextKey>> = {
  password: 'login.check.hint',
  code: 'login.check.hint.code',
}

/** Shows the CAPTCHA while the device solves it. */
export function HumanCheckPanel({
  no,
  again,
  cause,
  level,
  onSolved,
  onClose,
}: Readonly<{
  no: number
  again: boolean
  cause: HumanCheckCause
  level: number
  onSolved: (check: HumanCheck) => void
  onClose: () => void
}>) {
  const { text } = useText()
  const [failed, setFailed] = useState(false)
  const solved = useRef(onSolved)
  solved.current = onSolved
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['human-check', no],
    queryFn: ({ signal }) => call('GET /backyard-api-s/config/human-check', { query: { level } }, { signal }),
    // Each check works once.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })

  useEffect(() => {
    if (!data) return
    const off = new AbortController()
    setFailed(false)
    solveWork(data.work, off.signal).then(
      (work) => solved.current({ work }),
      () => {
        if (!off.signal.aborted) setFailed(true)
      },
    )
    return () => off.abort(new DOMException('closed', 'AbortError'))
  }, [data])

  const restart = (): void => {
    setFailed(false)
    void refetch()
  }
  const isBroken = (error !== null || failed) && !isFetching

  return (
    <section className={styles.humanCheck} aria-label={text('login.check.title')}>
      <div className={styles.humanCheckHead}>
        <span
          className={isBroken ? styles.humanCheckSun : cx(styles.humanCheckSun, styles.humanCheckWorks)}
          aria-hidden="true"
        />
        <div role="status">
          <b>{text('login.check.title')}</b>
          <p>{isBroken ? text('login.check.failed') : text(again ? 'login.check.again' : hints[cause])}</p>
        </div>
      </div>
      <div className={styles.humanCheckActions}>
        {isBroken && (
          <Button size="s" icon="refresh" onClick={restart}>
            {text('shell.action.retry')}
          </Button>
        )}
        <Button kind="quiet" size="s" onClick={onClose}>
          {text('shell.action.cancel')}
        </Button>
      </div>
    </section>
  )
}
