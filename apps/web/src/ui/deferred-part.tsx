import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** A part below what people look at first: drawn right after it is seen, in pieces between which presses are answered. */
export function DeferredPart({ waiting, children }: Readonly<{ waiting: ReactNode; children: ReactNode }>) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => afterPaint(() => startTransition(() => setOpen(true))), [])
  return isOpen ? children : waiting
}
