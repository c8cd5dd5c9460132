/** Parts of a device: its strings and its battery, with those that stand out. */
import type { DeviceDetail } from '../../../api/device-detail.ts'

export type DevicePart =
  | Readonly<{
      kind: 'string'
      number: number
      powerW: number | null
      voltageV: number | null
      currentA: number | null
      /** It delivers nothing while another string does. */
      isIdle: boolean
    }>
  | Readonly<{ kind: 'battery'; powerW: number | null; socPercent: number | null; sohPercent: number | null }>

const MOST_STRINGS = 16
/** Below this share of the best string a string delivers nothing; the best must deliver clearly more than noise. */
const IDLE_SHARE = 0.02
const LEAST_BEST_W = 100

/** The parts that a device reports; without a power of a string it is voltage times current. */
export function toParts({ groups }: Pick<DeviceDetail, 'groups'>): readonly DevicePart[] {
  const values = new Map(groups.flatMap((group) => group.values).map(({ quantity, raw }) => [quantity, raw]))
  const read = (quantity: string): number | null => values.get(quantity) ?? null
  const strings = Array.from({ length: MOST_STRINGS }, (_, index) => index + 1).flatMap((number) => {
    const [voltageV, currentA] = [read(`pv${number}VoltageV`), read(`pv${number}CurrentA`)]
    const own = read(`pv${number}PowerW`)
    const powerW = own ?? (voltageV === null || currentA === null ? null : voltageV * currentA)
    // An input that never had a voltage is not connected.
    const isUsed = (powerW ?? 0) !== 0 || (voltageV ?? 0) !== 0
    return isUsed ? [{ kind: 'string', number, powerW, voltageV, currentA } as const] : []
  })
  const bestW = Math.max(0, ...strings.map(({ powerW }) => powerW ?? 0))
  const [powerW, socPercent, sohPercent] = [read('batteryPowerW'), read('batterySocPercent'), read('batterySohPercent')]
  return [
    ...strings.map((string) => ({
      ...string,
      isIdle: string.powerW !== null && bestW >= LEAST_BEST_W && string.powerW < bestW * IDLE_SHARE,
    })),
    ...(powerW === null && socPercent === null ? [] : [{ kind: 'battery', powerW, socPercent, sohPercent } as const]),
  ]
}
