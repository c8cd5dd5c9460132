import type { Preferences } from '../api/account-types.ts'
import { type PlantTab, plantPath, plantTabs } from './paths.ts'

type StartTab = Extract<PlantTab, Preferences['startPage']>
const wanted: readonly string[] = ['data', 'device', 'alert'] satisfies readonly Preferences['startPage'][]

/** The plant pages that somebody may begin with, of those that there are. */
export const startTabs: readonly StartTab[] = plantTabs.filter((tab): tab is StartTab => wanted.includes(tab))

export const startTabOf = ({ startPage }: Pick<Preferences, 'startPage'>): StartTab =>
  startTabs.find((tab) => tab === startPage) ?? 'data'

/** Where /plant leads: the page and the plant that the user begins with; a plant that the address names goes first. */
export function startPath(preferences: Pick<Preferences, 'startPage' | 'defaultPlantId'>, search: string): string {
  const params = new URLSearchParams(search)
  if (!params.has('id') && !params.has('q') && preferences.defaultPlantId !== null)
    params.set('id', String(preferences.defaultPlantId))
  const query = params.toString()
  return `${plantPath(startTabOf(preferences))}${query === '' ? '' : `?${query}`}`
}
