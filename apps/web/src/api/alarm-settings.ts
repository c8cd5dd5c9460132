/** The bounds by which the alarms of a plant are judged. */
import type { AlarmSettings } from '@heliograph/domain/alarms/sample-facts.ts'
import { call } from './call.ts'

export type { AlarmSettings } from '@heliograph/domain/alarms/sample-facts.ts'

export async function fetchAlarmSettings(plantId: number, signal?: AbortSignal): Promise<AlarmSettings> {
  const wire = await call('GET /maintain-s/station/{id}/config/alarms', { params: { id: plantId } }, { signal })
  return { exportLimitW: wire.exportLimitPower, nominalV: wire.nominalVoltage }
}

export const saveAlarmSettings = (plantId: number, { exportLimitW, nominalV }: AlarmSettings) =>
  call('POST /maintain-s/station/{id}/config/alarms', {
    params: { id: plantId },
    body: { exportLimitPower: exportLimitW, nominalVoltage: nominalV },
  })
