import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { PlantPage } from '../address/paths.ts'
import { type PlantGroup, pageOf } from '../address/plant-pages.ts'
import type { IconName } from '../ui/icons.ts'

/** The name of each page of a plant, as short as a tab. */
const names: Readonly<Record<PlantPage, TextKey>> = {
  data: 'shell.tab.data',
  alert: 'shell.tab.alert',
  device: 'shell.tab.device',
  battery: 'shell.tab.battery',
  performance: 'shell.tab.performance',
  quality: 'shell.tab.quality',
  relate: 'shell.tab.relate',
  exportdata: 'shell.tab.exportdata',
  'component-layout': 'shell.tab.componentLayout',
  letter: 'shell.plant.letter',
  accuracy: 'plant-data.day.forecast',
  explorer: 'explorer.title',
  'what-if': 'shell.plant.whatIf',
  import: 'shell.plant.import',
  photos: 'shell.plant.photos',
  detail: 'shell.tab.detail',
}
export const tabText = (page: PlantPage): TextKey => names[page]

export const groupLooks: Readonly<Record<PlantGroup, Readonly<{ text: TextKey; icon: IconName }>>> = {
  today: { text: 'chart.period.today', icon: 'sun' },
  alarms: { text: 'shell.tab.alert', icon: 'alarm' },
  devices: { text: 'shell.tab.device', icon: 'device' },
  analysis: { text: 'shell.tab.analysis', icon: 'chart' },
  more: { text: 'shell.tab.more', icon: 'more' },
}

/** The titles of pages that say more than their tab. */
const titles: Readonly<Record<string, TextKey>> = {
  accuracy: 'shell.plant.accuracy',
  detail: 'plant-settings.title',
  // The names of the earlier view, on the way to the tabs that they became.
  alarm: tabText('alert'),
  related: tabText('relate'),
}

/** Title of a plant's page at an address. */
export function pageText(pathname: string): TextKey | undefined {
  const [, name = ''] = /^\/plant\/infos\/([^/]+)/.exec(pathname) ?? []
  if (Object.hasOwn(titles, name)) return titles[name]
  const page = pageOf(pathname)
  return page && tabText(page)
}
