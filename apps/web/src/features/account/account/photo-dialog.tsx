import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { userQuery } from '../../../api/queries.ts'
import { useAccountFault } from '../../../auth/re-authentication/account-fault.ts'
import { accountKey } from '../../../auth/re-authentication/security-query.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import fieldStyles from '../../../ui/field.module.css'
import { Field } from '../../../ui/field.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { showToast } from '../../../ui/toast-store.ts'
import { type Crop, clampCrop, dragCrop, MAX_ZOOM, type Size, squareOf, wholeCrop } from './crop.ts'
import styles from './photo-dialog.module.css'

/** The formats that the server accepts (contract, POST /user-s/acc/photo). */
const MAX_PHOTO_BYTES = 256 * 1024
const EDGE_PX = 512

const qualities = [0.9, 0.8, 0.65, 0.5, 0.35]

const toBlob = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality))

const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The photo could not be read'))
    reader.readAsDataURL(blob)
  })

/** The cropped square as a data URL: WebP, or JPEG where the browser cannot write WebP. */
async function encodePhoto(image: CanvasImageSource, picture: Size, crop: Crop): Promise<string> {
  const canvas = document.createElement('canvas')
  canvas.width = EDGE_PX
  canvas.height = EDGE_PX
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no canvas')
  const { left, top, edge } = squareOf(picture, crop)
  // A transparent logo gets a white background, in both themes and both formats.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, EDGE_PX, EDGE_PX)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, left, top, edge, edge, 0, 0, EDGE_PX, EDGE_PX)
  for (const quality of qualities) {
    const webp = await toBlob(canvas, 'image/webp', quality)
    const blob = webp?.type === 'image/webp' ? webp : await toBlob(canvas, 'image/jpeg', quality)
    if (blob && blob.size <= MAX_PHOTO_BYTES) return toDataUrl(blob)
  }
  throw new Error('The photo stays too large')
}

const STEP_PX = 12
const steps: Readonly<Record<string, Readonly<{ x: number; y: number }>>> = {
  ArrowLeft: { x: STEP_PX, y: 0 },
  ArrowRight: { x: -STEP_PX, y: 0 },
  ArrowUp: { x: 0, y: STEP_PX },
  ArrowDown: { x: 0, y: -STEP_PX },
}

/** The chosen picture below a round window, to drag, zoom and save. */
export function PhotoDialog({ file, onClose }: Readonly<{ file: File | undefined; onClose: () => void }>) {
  const { text } = useText()
  return (
    <Dialog open={file !== undefined} onClose={onClose} title={text('account.photo.crop')} width={400}>
      {file && <PhotoCrop file={file} onClose={onClose} />}
    </Dialog>
  )
}

function PhotoCrop({ file, onClose }: Readonly<{ file: File; onClose: () => void }>) {
  const { text } = useText()
  const faultOf = useAccountFault()
  const client = useQueryClient()
  const image = useRef<HTMLImageElement>(null)
  const frame = useRef<HTMLElement>(null)
  const [url, setUrl] = useState<string>()
  const [picture, setPicture] = useState<Size>()
  const [crop, setCrop] = useState(wholeCrop)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')

  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  const drag = (by: Readonly<{ x: number; y: number }>): void => {
    const edge = frame.current?.clientWidth
    if (picture && edge) setCrop((now) => dragCrop(picture, now, by, edge))
  }
  const onPointer = (event: PointerEvent): void => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId)
    else if (event.buttons > 0) drag({ x: event.movementX, y: event.movementY })
  }
  const onKey = (event: KeyboardEvent): void => {
    const by = steps[event.key]
    if (!by) return
    event.preventDefault()
    drag(by)
  }

  const save = async (): Promise<void> => {
    if (!image.current || !picture) return
    setBusy(true)
    setFault('')
    try {
      const photo = await encodePhoto(image.current, picture, crop)
      await call('POST /user-s/acc/photo', { body: { photo } })
      await Promise.all([
        client.invalidateQueries({ queryKey: userQuery.queryKey }),
        client.invalidateQueries({ queryKey: accountKey }),
      ])
      showToast(text('account.photo.saved'), 'ok')
      onClose()
    } catch (failure) {
      setFault(faultOf(failure))
      setBusy(false)
    }
  }

  const square = picture && squareOf(picture, crop)
  return (
    <div className={styles.photoCrop}>
      <figure
        ref={frame}
        className={styles.photoCropWindow}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move the picture
        tabIndex={0}
        aria-label={text('account.photo.move')}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
        onKeyDown={onKey}
      >
        {url && (
          <img
            ref={image}
            src={url}
            alt=""
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setPicture({ width, height })
            }
            onError={() => setFault(text('account.photo.unreadable'))}
            style={
              square && picture
                ? {
                    width: `${(picture.width / square.edge) * 100}%`,
                    transform: `translate(${(-square.left / picture.width) * 100}%, ${(-square.top / picture.height) * 100}%)`,
                  }
                : { opacity: 0 }
            }
          />
        )}
      </figure>
      <Field label={text('account.photo.zoom')}>
        {(wires) => (
          <input
            {...wires}
            type="range"
            min={1}
            max={MAX_ZOOM}
            step={0.05}
            value={crop.zoom}
            onChange={(event) => {
              if (picture) setCrop(clampCrop(picture, { ...crop, zoom: Number(event.target.value) }))
            }}
          />
        )}
      </Field>
      <div role="alert">{fault && <p className={fieldStyles.fieldError}>{fault}</p>}</div>
      <div className={settingStyles.settingFormActions}>
        <Button onClick={onClose}>{text('shell.action.cancel')}</Button>
        <Button kind="primary" busy={busy} disabled={!picture} onClick={() => void save()}>
          {text('account.photo.use')}
        </Button>
      </div>
    </div>
  )
}
