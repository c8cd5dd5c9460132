/** Which way the powers of a plant flow, and the calls that turn them. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import type { MeterRole, TurnablePower } from '@heliograph/domain/meter-role.ts'
import { call } from './call.ts'
import { plantKey } from './queries.ts'
import { toMs } from './wire-time.ts'

type Wire = CallReply<'GET /maintain-s/station/{id}/signs'>
type WirePower = Wire['powers'][number]

export type SignedPower = Readonly<{
  deviceId: number
  device: string
  serial: string
  power: WirePower['power']
  watts: number
  atMs: number
  /** null: it has no sign to turn. */
  isTurned: boolean | null
}>
export type Signs = Readonly<{
  powers: readonly SignedPower[]
  balance: Readonly<{ state: Wire['balance']['state']; turned: readonly TurnablePower[] }>
  meters: readonly Readonly<{ deviceId: number; device: string; serial: string; role: MeterRole | null }>[]
}>
export type SignOutcome = NonNullable<CallReply<'POST /maintain-s/station/{id}/signs'>['sun']>

export const signsQuery = (plantId: number) => ({
  queryKey: [...plantKey(plantId), 'signs'],
  queryFn: async ({ signal }: Readonly<{ signal: AbortSignal }>): Promise<Signs> => {
    const wire = await call('GET /maintain-s/station/{id}/signs', { params: { id: plantId } }, { signal })
    return {
      powers: wire.powers.map(({ deviceId, deviceName, serial, power, value, at, turned }) => ({
        deviceId,
        device: deviceName,
        serial,
        power,
        watts: value,
        atMs: toMs(at),
        isTurned: turned,
      })),
      balance: wire.balance,
      meters: wire.meters.map(({ deviceId, deviceName, serial, role }) => ({
        deviceId,
        device: deviceName,
        serial,
        role,
      })),
    }
  },
})

type Answers = Readonly<{ isProducing?: boolean; takesFromGrid?: boolean; byBalance?: true }>

/** @returns the outcome of each answer, and whether a sign was turned */
export async function answerSigns(
  plantId: number,
  { isProducing, takesFromGrid, byBalance }: Answers,
): Promise<Readonly<{ sun: SignOutcome | null; grid: SignOutcome | null; isTurned: boolean }>> {
  const body = {
    ...(isProducing !== undefined && { producing: isProducing }),
    ...(takesFromGrid !== undefined && { takesFromGrid }),
    ...(byBalance && { byBalance }),
  }
  const { sun, grid, changes } = await call('POST /maintain-s/station/{id}/signs', { params: { id: plantId }, body })
  return { sun, grid, isTurned: changes.length > 0 }
}

export const turnPower = (plantId: number, deviceId: number, power: TurnablePower, isTurned: boolean) =>
  call('POST /maintain-s/station/{id}/signs/turn', {
    params: { id: plantId },
    body: { deviceId, power, turned: isTurned },
  })
