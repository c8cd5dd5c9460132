/** Whom to reach about a plant, in our words. */
import type { PlantContact } from '@heliograph/domain/plant-contact.ts'
import { call } from './call.ts'

export async function fetchContact(plantId: number, signal?: AbortSignal): Promise<PlantContact> {
  const wire = await call('GET /maintain-s/station/{id}/contact', { params: { id: plantId } }, { signal })
  return {
    owner: wire.ownerName,
    company: wire.ownerCompany,
    phone: wire.contactPhone,
    email: wire.contactEmail,
    gridPoint: wire.meteringPoint,
    remark: wire.remark,
  }
}

export const saveContact = (plantId: number, contact: PlantContact) =>
  call('POST /maintain-s/station/{id}/contact', {
    params: { id: plantId },
    body: {
      ownerName: contact.owner,
      ownerCompany: contact.company,
      contactPhone: contact.phone,
      contactEmail: contact.email,
      meteringPoint: contact.gridPoint,
      remark: contact.remark,
    },
  })
