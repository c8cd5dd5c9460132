import { Suspense, useRef, useState } from 'react'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { readSerialFile } from './read-serials.ts'

const ScanDialog = lazyPart(() => import('./scan-dialog.tsx'), 'ScanDialog')
const MOST_BYTES = 1_000_000

/** Other ways to the field of serial numbers: a file, and the camera. @param onFault a sentence */
export function ManySerials({
  onFound,
  onFault,
}: Readonly<{ onFound: (serials: readonly string[]) => void; onFault: (why: string) => void }>) {
  const { text } = useText()
  const [isScanning, setScanning] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const read = async (options: File | undefined): Promise<void> => {
    if (options === undefined) return
    if (options.size > MOST_BYTES) return onFault(text('logger-many.file.large'))
    const serials = readSerialFile(await options.text())
    if (serials.length === 0) onFault(text('logger-many.file.empty'))
    else onFound(serials)
  }
  return (
    <>
      <input
        ref={file}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        hidden
        aria-label={text('logger-many.file')}
        onChange={(event) => {
          void read(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button size="s" kind="quiet" icon="table" onClick={() => file.current?.click()}>
        {text('logger-many.file')}
      </Button>
      <Button size="s" kind="quiet" icon="camera" onClick={() => setScanning(true)}>
        {text('logger-many.scan.open')}
      </Button>
      {isScanning && (
        <Suspense>
          <ScanDialog onClose={() => setScanning(false)} onFound={onFound} />
        </Suspense>
      )}
    </>
  )
}
