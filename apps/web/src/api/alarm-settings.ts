/** The bounds by which the alarms of a plant are judged. */
import type { AlarmSettings } from '@heliograph/domain/alarms/sample-facts.ts'
import { call } from './call.ts'

export type { AlarmSettings }

export const fetchAlarmSettings = (plantId: number, signal?: AbortSignal) =>
  call('GET /maintain-s/station/{id}/config/alarms', { params: { id: plantId } }, { signal })

export const saveAlarmSettings = (plantId: number, settings: AlarmSettings) =>
  call('POST /maintain-s/station/{id}/config/alarms', { params: { id: plantId }, body: settings })
