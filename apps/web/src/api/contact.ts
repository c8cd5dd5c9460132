/** Whom to reach about a plant, with when the plant was entered and by whom; null: that account is gone. */
import type { PlantContact } from '@heliograph/domain/plant-contact.ts'
import { call } from './call.ts'

export const fetchContact = (plantId: number, signal?: AbortSignal) =>
  call('GET /maintain-s/station/{id}/contact', { params: { id: plantId } }, { signal })

export const saveContact = (
  plantId: number,
  { owner, company, phone, email, ownNumber, gridPoint, remark }: PlantContact,
) =>
  call('POST /maintain-s/station/{id}/contact', {
    params: { id: plantId },
    body: { owner, company, phone, email, ownNumber, gridPoint, remark },
  })
