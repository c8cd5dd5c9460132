import { useState } from 'react'
import type { FleetPlant } from '../../../api/fleet.ts'

/** Plants that are chosen for one action, over several pages of a list. */
export type Selection = Readonly<{
  chosen: ReadonlyMap<number, FleetPlant>
  toggle: (plant: FleetPlant) => void
  add: (plants: readonly FleetPlant[]) => void
  end: () => void
}>

/** As many as one call takes. */
const MOST = 500

/** @returns the selection, while there is one, and how to begin */
export function useSelection(): readonly [selection: Selection | undefined, begin: () => void] {
  const [chosen, setChosen] = useState<ReadonlyMap<number, FleetPlant>>()
  const selection = chosen && {
    chosen,
    toggle: (plant: FleetPlant): void => {
      const next = new Map(chosen)
      if (!next.delete(plant.id) && next.size < MOST) next.set(plant.id, plant)
      setChosen(next)
    },
    add: (plants: readonly FleetPlant[]): void =>
      setChosen(new Map([...chosen, ...plants.map((plant) => [plant.id, plant] as const)].slice(0, MOST))),
    end: (): void => setChosen(undefined),
  }
  return [selection, () => setChosen(new Map())]
}
