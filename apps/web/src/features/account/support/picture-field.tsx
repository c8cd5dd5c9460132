import { MOST_SUGGESTION_PICTURES } from '@heliograph/domain/publication.ts'
import { useId, useState } from 'react'
import { useText } from '../../../texts/use-text.tsx'
import buttonStyles from '../../../ui/button.module.css'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import fieldStyles from '../../../ui/field.module.css'
import { shrinkPicture } from './shrink-picture.ts'
import styles from './support.module.css'

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
