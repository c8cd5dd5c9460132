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
/**
 * Screens that people open first, by the modules with which each begins. What a screen loads on demand and always needs
 * begins there too: a file of its own costs more than its content.
 */
const firstScreens = [
  { name: 'sign-in', roots: [toPath('features/public/login/login-page.tsx')] },
  {
    name: 'signed-in',
    roots: ['signed-in-routes.tsx', 'features/fleet/plant-list/alarm-count.tsx', 'plant/weather/weather-badge.tsx'].map(
      toPath,
    ),
  },
  { name: 'fleet', roots: ['features/fleet/fleet/fleet-page.tsx', 'features/fleet/fleet/alarm-trend.tsx'].map(toPath) },
  {
    name: 'plant',
    roots: [
      'features/plant/plant-data/plant-data-page.tsx',
      'plant/weather/weather-now.tsx',
      'features/plant/plant-data/recent-alarms.tsx',
      'features/plant/plant-data/yesterday-hint.tsx',
      'features/plant/plant-data/weather/weather-card.tsx',
      'features/plant/plant-data/analysis-hint.tsx',
    ].map(toPath),
  },
] as const
const START = 'start'
const plantData = /apps[\\/]web[\\/]src[\\/]features[\\/]plant[\\/]plant-data[\\/]/
const charts = /apps[\\/]web[\\/]src[\\/]charts[\\/]/

/** The modules of this repository. */
const ours = /apps[\\/]web[\\/]src|packages[\\/]/

/** All that modules import, over any number of steps, without what is loaded on demand. */
function listImports(graph: Graph, roots: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [...roots]
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
  /** Names of the beginnings that need a module, in their order. */
  const neededBy = (id: string, graph: Graph): readonly string[] => {
    needs ??= new Map([
      [START, listImports(graph, [entry])],
      ...firstScreens.map(({ name, roots }) => [name, listImports(graph, roots)] as const),
    ])
    return id === entry ? [] : [...needs].flatMap(([name, found]) => (found.has(id) ? [name] : []))
  }
  /** Parts of two screens, and the plant's words and figures, which later pages need without the rest of its page. */
  const nameSignedIn = (id: string, graph: Graph): string | null => {
    const names = neededBy(id, graph)
    const isOfOne = names.length === 1 && (names[0] === 'fleet' || charts.test(id) || plantData.test(id))
    return names.length > 0 && !isOfOne ? 'signed-in' : null
  }
  const nameOnly =
    (name: string) =>
    (id: string, graph: Graph): string | null =>
      neededBy(id, graph).join() === name ? name : null
  // The bundler takes whole priorities; of equal ones the first in the list.
  return [
    {
      // The signed-in pages need the fields of the sign-in too, and each file costs a slow processor milliseconds.
      name: (id, graph) => ([START, 'sign-in'].includes(neededBy(id, graph)[0] ?? '') ? START : null),
      debugName: START,
      // Libraries too: a later group that imports one would take it along, and the first load would need that group.
      test: /./,
      priority: 4,
    },
    { name: 'common', test: ours, priority: 1, minShareCount: 9, maxModuleSize: 8_000 },
    { name: nameSignedIn, debugName: 'signed-in', test: ours, priority: 0 },
    { name: nameOnly('fleet'), debugName: 'fleet', test: ours, priority: 0 },
    // A later page that needs a chart is not to load all of the plant's page.
    {
      name: (id, graph) => (charts.test(id) ? nameOnly('plant')(id, graph) && 'charts' : null),
      debugName: 'charts',
      test: ours,
      priority: 0,
      minShareCount: 2,
    },
    { name: nameOnly('plant'), debugName: 'plant', test: ours, priority: 0 },
  ]
}
