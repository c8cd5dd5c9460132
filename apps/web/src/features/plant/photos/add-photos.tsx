import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { addImage, imagesQuery, MOST_IMAGE_BYTES, MOST_IMAGES } from '../../../api/plant-images.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { toBase64 } from '../../../ui/to-base64.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { useAction } from '../../../ui/use-action.ts'
import styles from './photos-page.module.css'

/** Adds files one after the other; what came before a failure stays. @param count of the pictures that are there */
export function AddPhotos({ count }: Readonly<{ count: number }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const { run, running } = useAction()
  const [progress, setProgress] = useState('')

  const add = async (files: readonly File[]): Promise<void> => {
    let added = 0
    await run('add', async () => {
      try {
        for (const file of files) {
          if (file.size > MOST_IMAGE_BYTES) {
            showToast(text('photos.tooLarge', { name: file.name }), 'warn')
            continue
          }
          setProgress(text('photos.adding', { at: added + 1, of: files.length }))
          await addImage(plantId, await toBase64(file))
          added += 1
        }
        if (added > 0) showToast(text('photos.added', { count: added }), 'ok')
      } finally {
        setProgress('')
        await client.invalidateQueries({ queryKey: imagesQuery(plantId).queryKey })
      }
    })
  }
  return (
    <div className={styles.add}>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        multiple
        aria-label={text('photos.add')}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])].slice(0, MOST_IMAGES - count)
          event.target.value = ''
          if (files.length > 0) void add(files)
        }}
      />
      <Button
        kind="primary"
        icon="camera"
        busy={running === 'add'}
        disabled={count >= MOST_IMAGES}
        onClick={() => input.current?.click()}
      >
        {text('photos.add')}
      </Button>
      <small className="faint" role="status">
        {progress || text('photos.kinds')}
      </small>
    </div>
  )
}
