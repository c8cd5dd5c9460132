import { useState } from 'react'
import type { ImportMapping, UploadedFile } from '../../../api/imports.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** The maker of the file, and how this person read the last one with the same headings. */
export function FormatPart({
  file: { format, saved },
  mapping,
  onChange,
}: Readonly<{ file: UploadedFile; mapping: ImportMapping; onChange: (mapping: ImportMapping) => void }>) {
  const { text } = useText()
  const [used, setUsed] = useState<UploadedFile['saved']>(null)
  const isOffered = saved !== null && saved !== used
  return (
    <>
      {format && (
        <Notice tone="ok" icon="table">
          {text('imports.format', { maker: format.maker, variant: format.variant })}
        </Notice>
      )}
      {isOffered && (
        <Notice
          tone="info"
          action={
            <Button
              size="s"
              onClick={() => {
                setUsed(saved)
                onChange({ ...saved, overlap: mapping.overlap })
              }}
            >
              {text('imports.saved.use')}
            </Button>
          }
        >
          {text('imports.saved')}
        </Notice>
      )}
    </>
  )
}
