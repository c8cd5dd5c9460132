import type { Preferences } from '../api/account-types.ts'
import { type PlantTab, plantPath, plantTabs } from './paths.ts'

type StartTab = Extract<PlantTab, Preferences['startPage']>
const wanted: readonly string[] = ['data', 'device', 'alert'] satisfies readonly Preferences['startPage'][]

/** The existing plant pages that a user may choose as the start. */
export const startTabs: readonly StartTab[] = plantTabs.filter((tab): tab is StartTab => wanted.includes(tab))

export const startTabOf = ({ startPage }: Pick<Preferences, 'startPage'>): StartTab =>
  startTabs.find((tab) => tab === startPage) ?? 'data'

/** The target of /plant: the user's start page and default plant; a plant in the URL has precedence. */
export function startPath(preferences: Pick<Preferences, 'startPage' | 'defaultPlantId'>, search: string): string {
  const params = new URLSearchParams(search)
  if (!params.has('id') && !params.has('q') && preferences.defaultPlantId !== null)
    params.set('id', String(preferences.defaultPlantId))
  const query = params.toString()
  return `${plantPath(startTabOf(preferences))}${query === '' ? '' : `?${query}`}`
}
