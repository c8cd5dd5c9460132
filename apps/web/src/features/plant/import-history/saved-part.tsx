import { useState } from 'react'
import type { ImportMapping, UploadedFile } from '../../../api/imports.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** How this person read the last file with the same headings. */
export function SavedPart({
  file: { saved },
  onChange,
}: Readonly<{ file: UploadedFile; onChange: (mapping: ImportMapping) => void }>) {
  const { text } = useText()
  const [used, setUsed] = useState<UploadedFile['saved']>(null)
  const isOffered = saved !== null && saved !== used
  if (!isOffered) return null
  return (
    <Notice
      tone="info"
      action={
        <Button
          size="s"
          onClick={() => {
            setUsed(saved)
            onChange(saved)
          }}
        >
          {text('imports.saved.use')}
        </Button>
      }
    >
      {text('imports.saved')}
    </Notice>
  )
}
