import { type LayoutModule, sourceKey } from './layout.ts'

/** Where a module's value comes from: its own device, or its share of a string's by nameplate. */
export type ValueOrigin = 'own' | 'share'
export type ModuleValue = Readonly<{ value: number; origin: ValueOrigin }>

/** The key of a string's value beside those of devices and inputs. */
export const stringKey = ({ serial, input }: Readonly<{ serial: string; input: number }>): string =>
  `${serial}/string:${input}`

/**
 * Share of each module in the readings of devices. A module with a device of its own takes that device's value and
 * never a string's; of a string it takes the share of its nameplate, or an equal share unless all its modules have one.
 * Modules with a device of their own take part in no string's share.
 * @param readings by `sourceKey` and `stringKey`, W or Wh @returns by module id; a module without a value is not in it
 */
export function spreadReadings(
  modules: readonly LayoutModule[],
  readings: (key: string) => number | null | undefined,
): ReadonlyMap<number, ModuleValue> {
  const values = new Map<number, ModuleValue>()
  const strings = new Map<string, LayoutModule[]>()
  for (const module of modules) {
    const { id, serial, port, string } = module
    if (serial !== null) {
      const value = readings(sourceKey({ serial, port }))
      if (value != null) values.set(id, { value, origin: 'own' })
    } else if (string !== null) {
      const key = stringKey(string)
      const members = strings.get(key)
      if (members) members.push(module)
      else strings.set(key, [module])
    }
  }
  for (const [key, members] of strings) {
    const value = readings(key)
    if (value == null) continue
    const isRated = members.every(({ ratedWp }) => ratedWp !== null && ratedWp > 0)
    const sumWp = members.reduce((sum, { ratedWp }) => sum + (ratedWp ?? 0), 0)
    for (const { id, ratedWp } of members)
      values.set(id, { value: value * (isRated ? (ratedWp ?? 0) / sumWp : 1 / members.length), origin: 'share' })
  }
  return values
}
