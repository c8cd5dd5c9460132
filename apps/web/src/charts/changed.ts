import { useEffect, useRef, useState } from 'react'

/** How long a new figure stands out. */
const GLOW_MS = 1_200

/** Whether a figure has changed a moment ago; never true for the first one. */
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
