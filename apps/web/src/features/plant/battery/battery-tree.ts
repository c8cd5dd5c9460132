/** The batteries of a plant as the page arranges them: inverter, battery, modules. */
import type { Battery } from '../../../api/batteries.ts'

/** A battery with all its modules, those of its modules included. */
export type BatteryBranch = Readonly<{ battery: Battery; modules: readonly Battery[] }>

/** In the order of the list, in which each battery is followed by its modules. */
export function toBranches(batteries: readonly Battery[]): readonly BatteryBranch[] {
  const branches: { battery: Battery; modules: Battery[] }[] = []
  for (const battery of batteries) {
    const last = branches.at(-1)
    if (battery.isModule && last) last.modules.push(battery)
    else branches.push({ battery, modules: [] })
  }
  return branches
}

/** The largest spread of a battery and its modules, and where it is; undefined where no cells are reported. */
export function worstSpread({ battery, modules }: BatteryBranch): Battery | undefined {
  const known = [battery, ...modules].filter(({ spreadMv }) => spreadMv !== null)
  return known.toSorted((a, b) => (b.spreadMv ?? 0) - (a.spreadMv ?? 0))[0]
}

/** Action of a battery: charging and discharging from some watts on, so that a standby current is none of them. */
export function actionOf(powerW: number | null): 'charging' | 'discharging' | 'resting' | undefined {
  if (powerW === null) return undefined
  return Math.abs(powerW) < 10 ? 'resting' : powerW > 0 ? 'discharging' : 'charging'
}
