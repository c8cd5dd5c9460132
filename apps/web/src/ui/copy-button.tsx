import { useState } from 'react'
import { useText } from '../texts/use-text.tsx'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import { showToast } from './toast-store.ts'

/**
 * Copies a text and says so, on the button and to screen readers. @param label the copied content, if the button has no
 * text
 */
export function CopyButton({ value, label }: Readonly<{ value: string; label?: string }>) {
  const { text } = useText()
  const [copied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    if (!(await copyText(value))) return showToast(text('security.copy.failed'), 'warn')
    setCopied(true)
    showToast(text('security.copied'), 'ok')
  }
  const icon = copied ? 'check' : 'copy'
  return label ? (
    <Button size="s" kind="quiet" icon={icon} label={label} onClick={() => void copy()} />
  ) : (
    <Button size="s" icon={icon} onClick={() => void copy()}>
      {text('shell.action.copy')}
    </Button>
  )
}
