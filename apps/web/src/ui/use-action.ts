import { useCallback, useState } from 'react'
import { CallFailure } from '../api/failure.ts'
import { useFailureText } from '../texts/use-failure-text.ts'
import { showToast } from './toast-store.ts'

export type Action = Readonly<{
  /** The name of the running action, so that its button shows it. */
  running: string | undefined
  /** Runs one action at a time; a failure shows a toast. @returns whether it worked */
  run: (name: string, work: () => Promise<unknown>, done?: string) => Promise<boolean>
}>

export function useAction(): Action {
  const textOf = useFailureText()
  const [running, setRunning] = useState<string>()
  const run = useCallback<Action['run']>(
    async (name, work, done) => {
      setRunning(name)
      try {
        await work()
        if (done) showToast(done, 'ok')
        return true
      } catch (failure) {
        // An ended session leads to the sign-in, which is message enough; any other failure shows a toast.
        const isSaid = failure instanceof CallFailure && failure.verdict.goToLogin && !failure.verdict.toast
        if (!isSaid) showToast(textOf(failure), 'warn')
        return false
      } finally {
        setRunning(undefined)
      }
    },
    [textOf],
  )
  return { running, run }
}
