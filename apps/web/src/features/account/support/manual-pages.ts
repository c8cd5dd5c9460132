import type { TextKey } from '@heliograph/i18n/keys.ts'
import type manual from '@heliograph/i18n/locales/en/manual.json'

type ManualKey = keyof typeof manual

/** Pages of the owner's guide in reading order; `points`: the texts after its lead. Steps are numbered. */
const pages = [
  { id: 'read', points: 4 },
  { id: 'connect', points: 4, isSteps: true },
  { id: 'other', points: 4, isSteps: true },
  { id: 'place', points: 4 },
  { id: 'status', points: 5 },
  { id: 'figures', points: 4 },
  { id: 'flow', points: 4 },
  { id: 'alarms', points: 4 },
  { id: 'performance', points: 4 },
  { id: 'battery', points: 4 },
  { id: 'money', points: 4 },
  { id: 'history', points: 4, isSteps: true },
  { id: 'sharing', points: 4 },
  { id: 'reports', points: 4 },
  { id: 'account', points: 4 },
] as const

export type ManualPageId = (typeof pages)[number]['id']
export type ManualPage = Readonly<{
  id: ManualPageId
  title: TextKey
  lead: TextKey
  points: readonly TextKey[]
  isSteps: boolean
}>

/** All pages of the owner's guide, in reading order. */
export const manualPages: readonly ManualPage[] = pages.map(({ id, points, ...more }) => ({
  id,
  title: `manual.${id}.title`,
  lead: `manual.${id}.lead`,
  points: Array.from({ length: points }, (_, index) => `manual.${id}.${index + 1}` as ManualKey),
  isSteps: 'isSteps' in more,
}))

/** Names on screen that the guide mentions: they are taken from there, so that they cannot part. */
export const manualNames = {
  devices: 'shell.tab.device',
  alarms: 'shell.tab.alert',
  quality: 'shell.tab.quality',
  sharing: 'shell.tab.relate',
  export: 'shell.tab.exportdata',
  import: 'shell.plant.import',
  well: 'status.name.well',
  asleep: 'status.name.asleep',
  late: 'status.name.late',
  silent: 'status.name.silent',
  partSilent: 'status.name.partSilent',
  fault: 'status.name.fault',
} as const satisfies Readonly<Record<string, TextKey>>
