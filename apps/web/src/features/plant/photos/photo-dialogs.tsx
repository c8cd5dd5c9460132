import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { imageAddress, imagesQuery, type PlantImage, removeImage, setCaption } from '../../../api/plant-images.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import styles from './photos-page.module.css'

/** One picture, as large as the window; arrows go on. */
export function PhotoDialog({
  images,
  at,
  onShow,
  onClose,
}: Readonly<{ images: readonly PlantImage[]; at: number; onShow: (id: number) => void; onClose: () => void }>) {
  const { text } = useText()
  const { plantId, plant } = useCurrentPlant()
  const image = images[at]
  const [before, after] = [images[at - 1], images[at + 1]]
  if (image === undefined) return null
  const title = image.caption || text('photos.alt', { plant: plant.name })
  const step = (to: PlantImage | undefined): void => {
    if (to) onShow(to.id)
  }
  return (
    <Dialog open title={title} width={1100} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys step through the pictures; buttons do too */}
      <div
        onKeyDown={({ key }) => {
          if (key === 'ArrowLeft') step(before)
          if (key === 'ArrowRight') step(after)
        }}
      >
        <img
          className={styles.large}
          src={imageAddress(plantId, image.id, 'large')}
          width={image.width}
          height={image.height}
          alt={title}
        />
        {images.length > 1 && (
          <div className={styles.steps}>
            <Button
              icon="chevronLeft"
              label={text('shell.action.previous')}
              disabled={!before}
              onClick={() => step(before)}
            />
            <span role="status">{text('photos.of', { at: at + 1, of: images.length })}</span>
            <Button
              icon="chevronRight"
              label={text('shell.action.next')}
              disabled={!after}
              onClick={() => step(after)}
            />
          </div>
        )}
      </div>
    </Dialog>
  )
}

type OfImage = Readonly<{ image: PlantImage; onClose: () => void }>

export function CaptionDialog({ image, onClose }: OfImage) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const client = useQueryClient()
  const [caption, setTyped] = useState(image.caption)
  return (
    <ActionDialog
      title={text('photos.edit')}
      confirm={text('photos.save')}
      run={async () => {
        await setCaption(plantId, image.id, caption.trim())
        await client.invalidateQueries({ queryKey: imagesQuery(plantId).queryKey })
      }}
      onClose={onClose}
    >
      <TextField label={text('photos.caption')} value={caption} onChange={setTyped} maxLength={200} />
    </ActionDialog>
  )
}

export function RemoveDialog({ image, onClose }: OfImage) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const client = useQueryClient()
  return (
    <ActionDialog
      title={text('photos.remove')}
      confirm={text('photos.remove')}
      danger
      done={text('photos.removed')}
      run={async () => {
        await removeImage(plantId, image.id)
        await client.invalidateQueries({ queryKey: imagesQuery(plantId).queryKey })
      }}
      onClose={onClose}
    >
      <p>{text('photos.remove.hint')}</p>
    </ActionDialog>
  )
}
