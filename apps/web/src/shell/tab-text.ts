import type { TextKey } from '@heliograph/i18n/keys.ts'
import { type PlantTab, plantTabs } from '../address/paths.ts'

/** The text of a tab: the specification's address of the modules is no name of a text. */
export const tabText = (tab: PlantTab) => `shell.tab.${tab === 'component-layout' ? 'componentLayout' : tab}` as const

/** The pages of a plant that are no tabs. */
const others: Readonly<Record<string, TextKey>> = {
  photos: 'shell.plant.photos',
  accuracy: 'shell.plant.accuracy',
  import: 'shell.plant.import',
  detail: 'plant-settings.title',
  // The names of the earlier view, on the way to the tabs that they became.
  alarm: tabText('alert'),
  related: tabText('relate'),
}

/** The tab that an address names, or below which it is. */
export const tabOf = (pathname: string): PlantTab | undefined => {
  const [, name] = /^\/plant\/infos\/([^/]+)/.exec(pathname) ?? []
  return plantTabs.find((tab) => tab === name)
}

/** Title of a plant's page at an address. */
export function pageText(pathname: string): TextKey | undefined {
  const tab = tabOf(pathname)
  if (tab !== undefined) return tabText(tab)
  const [, name = ''] = /^\/plant\/infos\/([^/]+)/.exec(pathname) ?? []
  return Object.hasOwn(others, name) ? others[name] : undefined
}
