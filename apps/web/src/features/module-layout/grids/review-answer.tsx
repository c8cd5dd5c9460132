import { joinSentences } from '@heliograph/i18n/sentence-gap.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { markReview, type Review, type ReviewMark } from './review-grid.ts'

/** What the photo gave, in a sentence, and what somebody should look at. */
export function ReviewAnswer({
  review,
  known,
  beside,
}: Readonly<{ review: Review; known: ReadonlySet<string>; beside: readonly string[] }>) {
  const { text } = useText()
  const marks = [...markReview(review, known).values()]
  const count = (wanted: ReviewMark): number => marks.filter((mark) => mark === wanted).length
  const unread = count('unread')
  const doubts = (['double', 'doubtful', 'unknown'] as const).filter((mark) => count(mark) > 0)
  return (
    <div role="status">
      <Notice tone={unread > 0 ? 'warn' : 'ok'}>
        {joinSentences([
          text('layout-photo.answer', { read: marks.length - unread, all: marks.length, unread }),
          ...doubts.map((mark) => text(`layout-photo.answer.${mark}`, { count: count(mark) })),
          beside.length > 0 && text('layout-photo.answer.beside', { count: beside.length, serials: beside.join(', ') }),
        ])}
      </Notice>
    </div>
  )
}
