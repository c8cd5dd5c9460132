import { useQuery } from '@tanstack/react-query'
import { namesOnlyQuery } from '../api/fleet.ts'
import { useFormat } from '../texts/use-format.ts'
import { useText } from '../texts/use-text.tsx'
import { Notice } from '../ui/notice.tsx'

/** Plants that are shared by name alone: no list has them, and a person looks for them. */
export function NamesOnly() {
  const { text } = useText()
  const format = useFormat()
  const plants = useQuery(namesOnlyQuery).data ?? []
  if (plants.length === 0) return null
  const list = new Intl.ListFormat(format.locale, { type: 'conjunction' })
  return (
    <Notice tone="neutral">
      {text('first-steps.namesOnly', { names: list.format(plants.map(({ name }) => name)) })}
    </Notice>
  )
}
