import { type LayoutModule, MOST_GROUPS, MOST_LAYOUT_MODULES, type ModuleLayout } from './layout.ts'
import { TakenSources } from './sources.ts'

/** A fault of a layout as a whole, and the module or group concerned. */
export type LayoutProblem = Readonly<{
  code: 'tooManyGroups' | 'tooManyModules' | 'doubleId' | 'noSuchGroup' | 'sourceTaken'
  id: number
}>

/**
 * The first thing that makes a layout impossible, or undefined. Ranges of single values are the contract's.
 */
export function findProblem({ groups, modules }: ModuleLayout): LayoutProblem | undefined {
  if (groups.length > MOST_GROUPS) return { code: 'tooManyGroups', id: groups.length }
  if (modules.length > MOST_LAYOUT_MODULES) return { code: 'tooManyModules', id: modules.length }
  const groupIds = new Set<number>()
  for (const { id } of groups) {
    if (groupIds.has(id)) return { code: 'doubleId', id }
    groupIds.add(id)
  }
  const taken = new TakenSources()
  const moduleIds = new Set<number>()
  for (const module of modules) {
    const { id } = module
    if (moduleIds.has(id)) return { code: 'doubleId', id }
    moduleIds.add(id)
    if (!groupIds.has(module.groupId)) return { code: 'noSuchGroup', id }
    if (isTaken(taken, module)) return { code: 'sourceTaken', id }
  }
  return undefined
}

const isTaken = (taken: TakenSources, { serial, port }: LayoutModule): boolean =>
  serial !== null && !taken.take({ serial, port })
