import { useCallback, useState } from 'react'
import { CallFailure } from '../api/failure.ts'
import { beginWork } from '../api/undo-offers.ts'
import { useFailureText } from '../texts/use-failure-text.ts'
import { showFaultLine } from './fault-line-store.ts'
import { showDone, showToast } from './toast-store.ts'

export type Action = Readonly<{
  /** The name of the running action, so that its button shows it. */
  running: string | undefined
  /** Runs one action at a time and shows its failure. @returns whether it succeeded */
  run: (name: string, work: () => Promise<unknown>, done?: string) => Promise<boolean>
}>

/** The transport table shows no toast for a server that is busy or a code without a text: a line says it instead. */
const untoasted: readonly string[] = ['503', 'unknown']

function wayToTell(failure: unknown): 'toast' | 'line' | 'elsewhere' {
  if (!(failure instanceof CallFailure)) return 'toast'
  const { row, goToLogin, toast } = failure.verdict
  // An ended session leads to the sign-in, and a full disk has its banner.
  if ((goToLogin && !toast) || row === 'disk-full') return 'elsewhere'
  return untoasted.includes(row) ? 'line' : 'toast'
}

export function useAction(): Action {
  const textOf = useFailureText()
  const [running, setRunning] = useState<string>()
  const run = useCallback<Action['run']>(
    async (name, work, done) => {
      setRunning(name)
      showFaultLine(undefined)
      const own = beginWork()
      try {
        await work()
        if (done) showDone(done, own)
        return true
      } catch (failure) {
        const way = wayToTell(failure)
        if (way === 'toast') showToast(textOf(failure), 'warn')
        if (way === 'line') showFaultLine(textOf(failure))
        return false
      } finally {
        own.end()
        setRunning(undefined)
      }
    },
    [textOf],
  )
  return { running, run }
}
