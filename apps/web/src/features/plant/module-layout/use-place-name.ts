import type { LayoutGroup, LayoutModule } from '@heliograph/domain/module-layout/layout.ts'
import { useCallback } from 'react'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'

/** The name of a group; one without a name has its number. */
export function useGroupName(): (group: LayoutGroup) => string {
  const { text } = useText()
  return useCallback(({ name, id }) => name || text('module-layout.group.unnamed', { number: id }), [text])
}

/** A place between two cells has a fraction. */
const decimalsOf = (cell: number): number => (Number.isInteger(cell) ? 0 : 1)

/** Where a module is, in words; people count from 1. */
export function usePlaceName(): (module: LayoutModule, group: LayoutGroup | undefined) => string {
  const { text } = useText()
  const format = useFormat()
  const groupName = useGroupName()
  return useCallback(
    ({ row, column }, group) =>
      text('module-layout.place', {
        group: group ? groupName(group) : '',
        row: format.number(row + 1, decimalsOf(row)),
        column: format.number(column + 1, decimalsOf(column)),
      }),
    [text, format, groupName],
  )
}
