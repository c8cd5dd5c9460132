/** Exports of a plant in our words, and the calls that order, list and fetch them. */
import type { CallReply, DeepReadonly } from '@heliograph/contract/calls.ts'
import type { ExportDefinition } from '@heliograph/domain/plant-export.ts'
import { addressOf, call, downloadFile } from './call.ts'

type Jobs = DeepReadonly<CallReply<'GET /maintain-s/station/{id}/report/jobs'>>
export type PlantExport = Jobs['data'][number]
export type ExportUse = Jobs['use']
export type ExportTemplate = DeepReadonly<CallReply<'GET /maintain-s/station/report/templates'>['data'][number]>
export const everyValues = ['day', 'week', 'month', 'year'] as const
export type Every = (typeof everyValues)[number]
export type ExportSchedule = DeepReadonly<CallReply<'GET /maintain-s/station/{id}/report/schedules'>['data'][number]>
/** A device whose values can be exported. */
export type ExportDevice = DeepReadonly<CallReply<'GET /maintain-s/station/{id}/report/choices'>['data'][number]>

/** @param id a plant, or null for reports of all plants, in the calls below too */
export async function fetchExports(
  id: number | null,
  signal?: AbortSignal,
): Promise<Readonly<{ exports: readonly PlantExport[]; use: ExportUse }>> {
  const { data, use } =
    id === null
      ? await call('GET /maintain-s/station/report/jobs', undefined, { signal })
      : await call('GET /maintain-s/station/{id}/report/jobs', { params: { id } }, { signal })
  return { exports: data, use }
}

export const orderExport = (id: number | null, definition: ExportDefinition, mail: boolean) => {
  const body = { definition, mail }
  return id === null
    ? call('POST /maintain-s/station/report/jobs', { body })
    : call('POST /maintain-s/station/{id}/report/jobs', { params: { id }, body })
}

export const repeatExport = (id: number, jobId: number) =>
  call('POST /maintain-s/station/{id}/report/jobs/{jobId}', { params: { id, jobId } })

export const removeExport = (id: number | null, jobId: number) =>
  id === null
    ? call('DELETE /maintain-s/station/report/jobs/{jobId}', { params: { jobId } })
    : call('DELETE /maintain-s/station/{id}/report/jobs/{jobId}', { params: { id, jobId } })

export const downloadExport = (id: number | null, jobId: number, fileName: string): Promise<void> =>
  id === null
    ? downloadFile('GET /maintain-s/station/report/jobs/{jobId}/file', { jobId }, fileName)
    : downloadFile('GET /maintain-s/station/{id}/report/jobs/{jobId}/file', { id, jobId }, fileName)

/** The same file for a program: an address and the body to post there. */
export const exportRequest = (
  id: number,
  definition: ExportDefinition,
): Readonly<{ address: string; body: string }> => ({
  address: addressOf('POST /maintain-s/station/report/export/{id}', { id }),
  body: JSON.stringify(definition),
})

export const fetchExportDevices = async (id: number, signal?: AbortSignal) =>
  (await call('GET /maintain-s/station/{id}/report/choices', { params: { id } }, { signal })).data

export const fetchTemplates = async (signal?: AbortSignal): Promise<readonly ExportTemplate[]> =>
  (await call('GET /maintain-s/station/report/templates', undefined, { signal })).data

export const saveTemplate = (name: string, definition: ExportDefinition) =>
  call('POST /maintain-s/station/report/templates', { body: { name, definition } })

export const removeTemplate = (templateId: number) =>
  call('DELETE /maintain-s/station/report/templates/{templateId}', { params: { templateId } })

export async function fetchSchedules(id: number | null, signal?: AbortSignal): Promise<readonly ExportSchedule[]> {
  const { data } =
    id === null
      ? await call('GET /maintain-s/station/report/schedules', undefined, { signal })
      : await call('GET /maintain-s/station/{id}/report/schedules', { params: { id } }, { signal })
  return data
}

export type NewSchedule = Readonly<{
  name: string
  every: Every
  definition: ExportDefinition
  attaches: boolean
  recipients: readonly string[]
}>

export const addSchedule = (id: number | null, body: NewSchedule) =>
  id === null
    ? call('POST /maintain-s/station/report/schedules', { body })
    : call('POST /maintain-s/station/{id}/report/schedules', { params: { id }, body })

/** Says who else gets the emails of a schedule: all of them. */
export const setRecipients = (id: number | null, scheduleId: number, recipients: readonly string[]) => {
  const body = { recipients }
  return id === null
    ? call('POST /maintain-s/station/report/schedules/{scheduleId}/recipients', { params: { scheduleId }, body })
    : call('POST /maintain-s/station/{id}/report/schedules/{scheduleId}/recipients', {
        params: { id, scheduleId },
        body,
      })
}

/** Sends the file of a schedule at once, to the person alone. */
export const testSchedule = (id: number | null, scheduleId: number) =>
  id === null
    ? call('POST /maintain-s/station/report/schedules/{scheduleId}', { params: { scheduleId } })
    : call('POST /maintain-s/station/{id}/report/schedules/{scheduleId}', { params: { id, scheduleId } })

export const removeSchedule = (id: number | null, scheduleId: number) =>
  id === null
    ? call('DELETE /maintain-s/station/report/schedules/{scheduleId}', { params: { scheduleId } })
    : call('DELETE /maintain-s/station/{id}/report/schedules/{scheduleId}', { params: { id, scheduleId } })

/** Which emails a confirmation link is about. */
export const fetchOffer = (token: string, signal?: AbortSignal) =>
  call('GET /maintain-s/station/report/offer/{token}', { params: { token } }, { signal })

export const confirmOffer = (token: string) =>
  call('POST /maintain-s/station/report/offer/{token}', { params: { token } })

/** A file that this installation signed. */
export type SignedFile = Readonly<CallReply<'GET /maintain-s/station/report/signed/{digest}'>>

/** @param digest SHA-256 of the file, in hexadecimal digits @throws CallFailure FILE_NOT_FROM_HERE */
export const checkFile = (digest: string, signal?: AbortSignal): Promise<SignedFile> =>
  call('GET /maintain-s/station/report/signed/{digest}', { params: { digest } }, { signal })
