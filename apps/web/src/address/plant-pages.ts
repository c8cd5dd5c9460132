/** A plant's pages by what a person wants of them. */
import { type PlantPage, plantPages } from './paths.ts'

/** The tabs of a plant, and the pages in each: a new page needs a row here, its route, and its name in tab-text.ts. */
export const plantGroups = {
  today: ['data'],
  alarms: ['alert'],
  devices: ['device', 'battery', 'component-layout'],
  analysis: ['performance', 'letter', 'quality', 'accuracy', 'explorer', 'what-if'],
  more: ['relate', 'exportdata', 'import', 'photos', 'detail'],
} as const satisfies Readonly<Record<string, readonly PlantPage[]>>
export type PlantGroup = keyof typeof plantGroups

export const groupNames = Object.keys(plantGroups) as readonly PlantGroup[]

/** The page that an address names, or below which it is. */
export const pageOf = (pathname: string): PlantPage | undefined => {
  const [, name] = /^\/plant\/infos\/([^/]+)/.exec(pathname) ?? []
  return plantPages.find((page) => page === name)
}

/** A device has a page of its own. */
export const groupOf = (pathname: string): PlantGroup | undefined => {
  if (pathname === '/device-detail') return 'devices'
  const page = pageOf(pathname)
  return groupNames.find((group) => plantGroups[group].some((inGroup) => inGroup === page))
}

export type GroupOfPages = Readonly<{ group: PlantGroup; pages: readonly PlantPage[] }>

/** The groups with those pages that a plant and its reader have; one without any is left out. */
export const groupsOf = (pages: readonly PlantPage[]): readonly GroupOfPages[] =>
  groupNames
    .map((group) => ({ group, pages: plantGroups[group].filter((page) => pages.includes(page)) }))
    .filter((found) => found.pages.length > 0)
