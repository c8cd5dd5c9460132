import { useEffect, useRef, useState } from 'react'

/** How long a new value is highlighted. */
const GLOW_MS = 1_200

/** Whether a value has just changed; never true for the first one. */
export function useChanged(value: string | number | null | undefined): boolean {
  const before = useRef(value)
  const [changed, setChanged] = useState(false)
  useEffect(() => {
    if (before.current === value) return undefined
    before.current = value
    setChanged(true)
    const timer = setTimeout(() => setChanged(false), GLOW_MS)
    return () => clearTimeout(timer)
  }, [value])
  return changed
}
