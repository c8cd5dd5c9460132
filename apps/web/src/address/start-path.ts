import type { Preferences } from '../api/account-types.ts'
import { fleetPath, type PlantTab, plantPath, plantTabs } from './paths.ts'

type StartTab = Extract<PlantTab, Preferences['startPage']>
const wanted: readonly string[] = ['data', 'device', 'alert'] satisfies readonly Preferences['startPage'][]

/** The existing plant pages that a user may choose as the start. */
export const startTabs: readonly StartTab[] = plantTabs.filter((tab): tab is StartTab => wanted.includes(tab))

export const startTabOf = ({ startPage }: Pick<Preferences, 'startPage'>): StartTab =>
  startTabs.find((tab) => tab === startPage) ?? 'data'

/**
 * Where /plant leads: to the plant that the address names or the user prefers, to all of them for who has several, else to
 * the only one.
 */
export function startPath(
  preferences: Pick<Preferences, 'startPage' | 'defaultPlantId'>,
  search: string,
  plantCount: number,
): string {
  const params = new URLSearchParams(search)
  if (!params.has('id') && !params.has('q') && preferences.defaultPlantId !== null)
    params.set('id', String(preferences.defaultPlantId))
  const tab = startTabOf(preferences)
  const isAll = plantCount > 1 && tab === 'data' && !params.has('id') && !params.has('q')
  const query = params.toString()
  return `${isAll ? fleetPath() : plantPath(tab)}${query === '' ? '' : `?${query}`}`
}
