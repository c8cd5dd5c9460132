import { useCallback, useRef, useState } from 'react'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { openBarcodeReader } from './barcode-reader.ts'
import { readSerialOfCode } from './read-serials.ts'
import styles from './scan-dialog.module.css'
import { useCamera } from './use-camera.ts'

/** Reads labels with the camera, or from pictures of them. */
export function ScanDialog({
  read = readSerialOfCode,
  onClose,
  onFound,
}: Readonly<{
  /** A stable function: the serial number in a code, by default a logger's. */
  read?: (code: string) => string | undefined
  onClose: () => void
  onFound: (serials: readonly string[]) => void
}>) {
  const { text } = useText()
  const video = useRef<HTMLVideoElement>(null)
  const [found, setFound] = useState<readonly string[]>([])
  const [picture, setPicture] = useState<'reading' | 'nothing'>()
  const take = useCallback(
    (codes: readonly string[]): number => {
      const serials = codes.flatMap((code) => read(code) ?? [])
      setFound((before) => [...new Set([...before, ...serials])])
      return serials.length
    },
    [read],
  )
  const state = useCamera(video, take)
  const readPictures = async (files: readonly File[]): Promise<void> => {
    setPicture('reading')
    try {
      const readCodes = await openBarcodeReader()
      let count = 0
      for (const file of files) count += take(await readCodes(await createImageBitmap(file)))
      setPicture(count === 0 ? 'nothing' : undefined)
    } catch {
      setPicture('nothing')
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text('logger-many.scan')}
      width={520}
      actions={
        <>
          <Button onClick={onClose}>{text('shell.action.cancel')}</Button>
          <Button
            kind="primary"
            disabled={found.length === 0}
            onClick={() => {
              onFound(found)
              onClose()
            }}
          >
            {text('logger-many.scan.take', { count: found.length })}
          </Button>
        </>
      }
    >
      <div className={styles.scan}>
        {(state === 'starting' || state === 'running') && (
          <video ref={video} muted playsInline aria-label={text('logger-many.scan.view')} />
        )}
        {state !== 'running' && state !== 'starting' && (
          <Notice tone="warn">{text(`logger-many.camera.${state}`)}</Notice>
        )}
        <p className="muted tiny">{text('logger-many.scan.hint')}</p>
        <label className={styles.scanPicture}>
          <input
            type="file"
            accept="image/*"
            multiple
            className="visually-hidden"
            onChange={(event) => void readPictures([...(event.target.files ?? [])])}
          />
          <span>{text('logger-many.picture')}</span>
        </label>
        <div role="status">
          {picture && <p className="tiny">{text(`logger-many.picture.${picture}`)}</p>}
          {found.length > 0 && <p className={styles.scanFound}>{found.join(', ')}</p>}
        </div>
      </div>
    </Dialog>
  )
}
