import { resolve } from 'node:path'

type Graph = Readonly<{ getModuleInfo: (id: string) => Readonly<{ importedIds: readonly string[] }> | null }>
type Group = Readonly<{
  name: string | ((id: string, graph: Graph) => string | null)
  debugName?: string
  test: RegExp
  priority: number
  minShareCount?: number
  maxModuleSize?: number
}>

const toPath = (file: string): string => resolve(import.meta.dirname, 'src', file)

const entry = toPath('main.tsx')
/** Screens that people open first, by the module with which each begins. */
const firstScreens = [
  { name: 'sign-in', root: toPath('features/public/login/login-page.tsx') },
  { name: 'signed-in', root: toPath('signed-in-routes.tsx') },
  { name: 'plant', root: toPath('features/plant/plant-data/plant-data-page.tsx') },
] as const
const [signIn, signedIn, plant] = firstScreens
const startRoots: readonly string[] = [entry, signIn.root]
const plantData = /apps[\\/]web[\\/]src[\\/]features[\\/]plant-data[\\/]/
const charts = /apps[\\/]web[\\/]src[\\/]charts[\\/]/
const roots: readonly string[] = [entry, ...firstScreens.map(({ root }) => root)]

/** The modules of this repository. */
const ours = /apps[\\/]web[\\/]src|packages[\\/]/

/** All that a module imports, over any number of steps, without what is loaded on demand. */
function listImports(graph: Graph, root: string): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [root]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/**
 * Which modules share a file: what the first load and each first screen need is in one file each, what nearly every page
 * needs in another. Dozens of small files cost as much in headers and lost compression as in content. The bundler decides
 * about all others.
 * @returns groups for one build; a module's imports follow it into its group, so the groups of what is shared come first
 */
export function createChunkGroups(): Group[] {
  let needs: ReadonlyMap<string, ReadonlySet<string>> | undefined
  /** The roots that need a module. */
  const neededBy = (id: string, graph: Graph): readonly string[] => {
    needs ??= new Map(roots.map((root) => [root, listImports(graph, root)]))
    return id === entry ? [] : roots.filter((root) => needs?.get(root)?.has(id))
  }
  const isOfPlant = (id: string, graph: Graph): boolean => neededBy(id, graph)[0] === plant.root
  // Later pages need the plant's words and figures without the rest of its page.
  const nameSignedIn = (id: string, graph: Graph): string | null =>
    neededBy(id, graph)[0] === signedIn.root || (isOfPlant(id, graph) && !charts.test(id) && !plantData.test(id))
      ? signedIn.name
      : null
  // The bundler takes whole priorities; of equal ones the first in the list.
  return [
    {
      // The signed-in pages need the fields of the sign-in too, and each file costs a slow processor milliseconds.
      name: (id, graph) => (startRoots.includes(neededBy(id, graph)[0] ?? '') ? 'start' : null),
      debugName: 'start',
      test: ours,
      priority: 4,
    },
    { name: 'common', test: ours, priority: 1, minShareCount: 9, maxModuleSize: 8_000 },
    { name: nameSignedIn, debugName: signedIn.name, test: ours, priority: 0 },
    // A later page that needs a chart is not to load all of the plant's page.
    {
      name: (id, graph) => (isOfPlant(id, graph) && charts.test(id) ? 'charts' : null),
      debugName: 'charts',
      test: ours,
      priority: 0,
      minShareCount: 2,
    },
    {
      name: (id, graph) => (isOfPlant(id, graph) ? plant.name : null),
      debugName: plant.name,
      test: ours,
      priority: 0,
    },
  ]
}
