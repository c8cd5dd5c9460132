import { type ReactNode, useDeferredValue } from 'react'

/** A part below what people look at first: drawn right after it, in pieces between which presses are answered. */
export function DeferredPart({ waiting, children }: Readonly<{ waiting: ReactNode; children: ReactNode }>) {
  return useDeferredValue(true, false) ? children : waiting
}
