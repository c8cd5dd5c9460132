import { moduleCenter, type Point } from '@heliograph/domain/module-layout/geometry.ts'
import type { LayoutModule, ModuleLayout } from '@heliograph/domain/module-layout/layout.ts'
import { stringKey } from '@heliograph/domain/module-layout/module-values.ts'

export type StringLine = Readonly<{ key: string; number: number; points: readonly Point[] }>

/** A line through the modules of each string, row by row and back and forth, as strings are cabled. */
export function toStringLines({ groups, modules }: ModuleLayout): readonly StringLine[] {
  const strings = new Map<string, LayoutModule[]>()
  for (const module of modules) {
    if (module.string === null || module.serial !== null) continue
    const key = stringKey(module.string)
    const members = strings.get(key)
    if (members) members.push(module)
    else strings.set(key, [module])
  }
  const groupOf = new Map(groups.map((group) => [group.id, group]))
  return [...strings].map(([key, members], number) => ({
    key,
    number,
    points: inCableOrder(members).flatMap((module) => {
      const group = groupOf.get(module.groupId)
      return group ? [moduleCenter(group, module)] : []
    }),
  }))
}

function inCableOrder(members: readonly LayoutModule[]): readonly LayoutModule[] {
  const rows = new Map<string, LayoutModule[]>()
  const sorted = [...members].sort((a, b) => a.groupId - b.groupId || a.row - b.row || a.column - b.column)
  for (const module of sorted) {
    const key = `${module.groupId}:${Math.round(module.row)}`
    const row = rows.get(key)
    if (row) row.push(module)
    else rows.set(key, [module])
  }
  return [...rows.values()].flatMap((row, index) => (index % 2 === 1 ? row.reverse() : row))
}
