import type { PerformanceLoss } from '../../api/performance.ts'

/** Subject of a loss: a name, a number of inverters, or the plant. */
export function whoOf(
  { deviceIds }: PerformanceLoss,
  nameOf: (deviceId: number) => string | undefined,
): Readonly<{ who: 'one' | 'many' | 'plant'; name: string; count: number }> {
  const name = deviceIds.length === 1 ? nameOf(deviceIds[0] ?? 0) : undefined
  if (name !== undefined) return { who: 'one', name, count: 1 }
  return { who: deviceIds.length > 1 ? 'many' : 'plant', name: '', count: deviceIds.length }
}
