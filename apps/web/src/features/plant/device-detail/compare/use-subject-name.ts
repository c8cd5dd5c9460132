import { useQuantityName } from '../../../../plant/use-quantity-name.ts'
import { useText } from '../../../../texts/use-text.tsx'
import type { Subject } from './compare-state.ts'

export function useSubjectName(): (subject: Subject) => string {
  const { text } = useText()
  const nameOf = useQuantityName()
  return (subject) =>
    subject.kind === 'one' ? nameOf(subject.id) : text(`device-detail.compare.strings.${subject.part}`)
}
