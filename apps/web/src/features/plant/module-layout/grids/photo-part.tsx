import { joinSentences } from '@heliograph/i18n/sentence-gap.ts'
import { useEffect, useRef, useState } from 'react'
import { useCurrentPlant } from '../../../../plant/current-plant.ts'
import { useFailureText } from '../../../../texts/use-failure-text.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { FileButton } from '../../../../ui/file-button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import styles from './grids.module.css'
import { PhotoOverlay } from './photo-overlay.tsx'
import { readPhotoHere } from './read-photo-here.ts'
import { markReview, type Review, type ReviewMark, takePhoto, toModuleGrid, turnReview } from './review-grid.ts'
import { ReviewTable } from './review-table.tsx'
import { type GridPartProps, usualTarget } from './taken-grid.ts'
import { type Target, TargetField } from './target-field.tsx'

/** Result of the photo, in a sentence, and the cells that need a look. */
function ReviewAnswer({
  review,
  known,
  beside,
  isSparse,
}: Readonly<{ review: Review; known: ReadonlySet<string>; beside: readonly string[]; isSparse: boolean }>) {
  const { text } = useText()
  const marks = [...markReview(review, known).values()]
  const count = (wanted: ReviewMark): number => marks.filter((mark) => mark === wanted).length
  const unread = count('unread')
  // Then all are doubtful, for their places.
  const doubts = (['double', 'doubtful', 'unknown'] as const).filter(
    (mark) => count(mark) > 0 && !(isSparse && mark === 'doubtful'),
  )
  return (
    <div role="status">
      <Notice tone={unread > 0 || isSparse ? 'warn' : 'ok'}>
        {joinSentences([
          text('layout-photo.answer', { read: marks.length - unread, all: marks.length, unread }),
          isSparse && text('layout-photo.answer.sparse'),
          ...doubts.map((mark) => text(`layout-photo.answer.${mark}`, { count: count(mark) })),
          beside.length > 0 && text('layout-photo.answer.beside', { count: beside.length, serials: beside.join(', ') }),
        ])}
      </Notice>
    </div>
  )
}

type Shown = Readonly<{ address: string; width: number; height: number; beside: readonly string[]; isSparse: boolean }>
const turns = ['quarter', 'leftRight', 'upDown'] as const

/** A photo, what was read in it beside it, and what is mended by hand before the editor takes it. */
export function PhotoPart({ groups, chosen, known, onTake }: GridPartProps) {
  const { text } = useText()
  const textOf = useFailureText()
  const { plantId } = useCurrentPlant()
  const [state, setState] = useState<'reading' | 'nothing'>()
  const [fault, setFault] = useState<string>()
  const [shown, setShown] = useState<Shown>()
  const [review, setReview] = useState<Review>()
  const [place, setPlace] = useState<string>()
  const [wanted, setWanted] = useState<Target>()
  const reading = useRef<AbortController>(undefined)
  useEffect(() => () => reading.current?.abort(), [])
  useEffect(() => () => (shown ? URL.revokeObjectURL(shown.address) : undefined), [shown])

  const read = async (file: File): Promise<void> => {
    reading.current?.abort()
    const controller = new AbortController()
    reading.current = controller
    setState('reading')
    setFault(undefined)
    try {
      const photo = await readPhotoHere(plantId, file, controller.signal)
      if (controller.signal.aborted) return
      setState(photo === undefined ? 'nothing' : undefined)
      if (photo === undefined) return
      const { width, height, beside, isSparse, ...grid } = photo
      setShown({ address: URL.createObjectURL(file), width, height, beside, isSparse })
      setReview((before) => takePhoto(before, { ...grid, beside, isSparse }))
      setPlace(undefined)
    } catch (failure) {
      if (controller.signal.aborted) return
      setState(undefined)
      setFault(textOf(failure))
    }
  }
  const target = wanted ?? usualTarget(groups, chosen, review)
  const isReading = state === 'reading'
  const buttons = (
    <>
      <FileButton
        accept="image/jpeg,image/png,image/webp,image/*"
        icon="add"
        primary={!review}
        disabled={isReading}
        onFile={read}
      >
        {text(review ? 'layout-photo.another' : 'layout-photo.choose')}
      </FileButton>
      <FileButton accept="image/*" icon="camera" camera disabled={isReading} onFile={read}>
        {text('layout-photo.camera')}
      </FileButton>
    </>
  )
  return (
    <div className={styles.part}>
      {!review && <p className="muted">{text('layout-photo.photo.lead')}</p>}
      <div className={styles.buttons}>{buttons}</div>
      <div>
        <div role="status">
          {isReading && <Notice tone="neutral">{text('layout-photo.reading')}</Notice>}
          {state === 'nothing' && <Notice tone="warn">{text('error.RECOGNITION_ERROR')}</Notice>}
        </div>
        <div role="alert">{fault && <Notice tone="fault">{fault}</Notice>}</div>
      </div>
      {review && shown && (
        <>
          <ReviewAnswer review={review} known={known} beside={shown.beside} isSparse={shown.isSparse} />
          <div className={styles.review}>
            <PhotoOverlay {...shown} review={review} known={known} place={place} onPlace={setPlace} />
            <div className={styles.reviewSide}>
              <div className={styles.buttons}>
                {turns.map((turn) => (
                  <Button key={turn} size="s" onClick={() => setReview(turnReview(review, turn))}>
                    {text(`layout-photo.turn.${turn}`)}
                  </Button>
                ))}
              </div>
              <ReviewTable review={review} known={known} place={place} onPlace={setPlace} onReview={setReview} />
            </div>
          </div>
          {review.isTemplate && <p className="muted tiny">{text('layout-photo.pages')}</p>}
          <div className={styles.end}>
            <TargetField groups={groups} target={target} onTarget={setWanted} size={review} />
            <Button
              kind="primary"
              icon="check"
              disabled={review.cells.length === 0}
              onClick={() => onTake([{ grid: toModuleGrid(review), target, shape: {} }])}
            >
              {text('layout-photo.take', { count: review.cells.length })}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
