import { useMemo } from 'react'
import { CallFailure } from '../api/failure.ts'
import { useText } from './use-text.tsx'

/** A sentence for any failure. */
export function useFailureText(): (failure: unknown) => string {
  const { text } = useText()
  return useMemo(
    () => (failure) => {
      if (!(failure instanceof CallFailure)) return text('error.25')
      const { key, values } = failure.verdict.text
      return text(key, values)
    },
    [text],
  )
}
