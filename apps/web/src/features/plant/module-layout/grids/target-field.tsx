import { useText } from '../../../../texts/use-text.tsx'
import { SelectField } from '../../../../ui/field.tsx'
import type { KnownGroup } from './taken-grid.ts'

export type Target = 'new' | number

/** Where the modules go: into a new group, or as serial numbers into one that stands. */
export function TargetField({
  groups,
  target,
  onTarget,
  size,
}: Readonly<{
  groups: readonly KnownGroup[]
  target: Target
  onTarget: (target: Target) => void
  size: Readonly<{ rows: number; columns: number }>
}>) {
  const { text } = useText()
  const group = groups.find(({ id }) => id === target)
  const differs = group !== undefined && (group.rows !== size.rows || group.columns !== size.columns)
  return (
    <SelectField
      label={text('layout-photo.target')}
      value={String(target)}
      onChange={(next) => onTarget(next === 'new' ? 'new' : Number(next))}
      options={[
        { value: 'new', label: text('layout-photo.target.new') },
        ...groups.map(({ id, name }) => ({ value: String(id), label: text('layout-photo.target.group', { name }) })),
      ]}
      hint={
        differs
          ? text('layout-photo.target.differs', {
              rows: size.rows,
              columns: size.columns,
              groupRows: group.rows,
              groupColumns: group.columns,
            })
          : undefined
      }
    />
  )
}
