import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** Once the screen shows what is drawn now. */
function afterPaint(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(then)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** A part below what people look at first: drawn right after it is seen, in pieces between which presses are answered. */
export function DeferredPart({ waiting, children }: Readonly<{ waiting: ReactNode; children: ReactNode }>) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => afterPaint(() => startTransition(() => setOpen(true))), [])
  return isOpen ? children : waiting
}
