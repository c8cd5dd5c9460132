import { MOST_SUGGESTION_PICTURES } from '@heliograph/domain/publication.ts'
import { useId, useState } from 'react'
import { LONGEST_PICTURE } from '../../../api/suggestions.ts'
import { useText } from '../../../texts/use-text.tsx'
import buttonStyles from '../../../ui/button.module.css'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import fieldStyles from '../../../ui/field.module.css'
import styles from './support.module.css'

/** As large as the server keeps it (suggestions/re-encode-picture.ts). */
const LONGEST_EDGE_PX = 1_600
const qualities = [0.85, 0.7, 0.5]

/**
 * A picture as a data URL small enough to send. The canvas drops what the camera wrote into the file, place included,
 * before it leaves the browser.
 * @throws when the browser cannot read it
 */
async function shrinkPicture(file: Blob): Promise<string> {
  const image = await createImageBitmap(file)
  const scale = Math.min(1, LONGEST_EDGE_PX / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  for (const quality of qualities) {
    const url = canvas.toDataURL('image/jpeg', quality)
    if (url.length <= LONGEST_PICTURE) return url
  }
  throw new Error('The picture stays too large')
}

/** Up to five pictures, shown as they will be sent. */
export function PictureField({
  pictures,
  onChange,
}: Readonly<{ pictures: readonly string[]; onChange: (pictures: readonly string[]) => void }>) {
  const { text } = useText()
  const id = useId()
  const [isWrong, setWrong] = useState(false)
  const isFull = pictures.length >= MOST_SUGGESTION_PICTURES
  const take = async (files: readonly File[]): Promise<void> => {
    setWrong(false)
    const next = [...pictures]
    for (const file of files.slice(0, MOST_SUGGESTION_PICTURES - pictures.length)) {
      const picture = await shrinkPicture(file).catch(() => undefined)
      if (picture === undefined) setWrong(true)
      else next.push(picture)
    }
    onChange(next)
  }
  return (
    <fieldset className={cx(fieldStyles.field, styles.pictures)}>
      <legend className={fieldStyles.fieldLabel}>{text('support.pictures')}</legend>
      {pictures.length > 0 && (
        <ul className={styles.pictureList}>
          {pictures.map((picture, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two pictures may be equal, and none is moved
            <li key={at}>
              <img src={picture} alt={text('support.picture', { number: String(at + 1) })} />
              <Button
                size="s"
                kind="quiet"
                icon="trash"
                label={text('support.picture.remove', { number: String(at + 1) })}
                onClick={() => onChange(pictures.filter((_, other) => other !== at))}
              />
            </li>
          ))}
        </ul>
      )}
      {!isFull && (
        <div>
          <input
            id={id}
            type="file"
            multiple
            className="visually-hidden"
            accept="image/jpeg,image/png,image/webp"
            onChange={(event) => {
              void take([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
          <label htmlFor={id} className={cx(buttonStyles.button, buttonStyles.buttonS)} data-part="button">
            <span>{text('support.pictures.add')}</span>
          </label>
        </div>
      )}
      <div role="alert">
        {isWrong && <span className={fieldStyles.fieldError}>{text('support.pictures.wrong')}</span>}
      </div>
      <span className={fieldStyles.fieldHint}>
        {text('support.pictures.hint', { most: String(MOST_SUGGESTION_PICTURES) })}
      </span>
    </fieldset>
  )
}
