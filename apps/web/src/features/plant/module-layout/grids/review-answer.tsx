import { joinSentences } from '@heliograph/i18n/sentence-gap.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { markReview, type Review, type ReviewMark } from './review-grid.ts'

/** What the photo gave, in a sentence, and what somebody should look at. */
export function ReviewAnswer({
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
