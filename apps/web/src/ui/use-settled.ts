import { useEffect, useState } from 'react'

/** A value that has stayed the same for a while: the server is asked about it, not about each letter. */
export function useSettled<T>(value: T, afterMs: number): T {
  const [settled, setSettled] = useState(value)
  const key = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value is new in every render, its content is not
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [key, afterMs])
  return settled
}
