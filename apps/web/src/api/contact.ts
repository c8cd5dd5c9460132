/** Whom to reach about a plant, in our words. */
import type { PlantContact } from '@heliograph/domain/plant-contact.ts'
import { call } from './call.ts'

/** With when the plant was entered and by whom; null: that account is gone. */
export type ContactFacts = PlantContact &
  Readonly<{ createdMs: number; creator: Readonly<{ name: string; organization: string | null }> | null }>

export async function fetchContact(plantId: number, signal?: AbortSignal): Promise<ContactFacts> {
  const wire = await call('GET /maintain-s/station/{id}/contact', { params: { id: plantId } }, { signal })
  return {
    owner: wire.ownerName,
    company: wire.ownerCompany,
    phone: wire.contactPhone,
    email: wire.contactEmail,
    ownNumber: wire.customerNumber,
    gridPoint: wire.meteringPoint,
    remark: wire.remark,
    createdMs: wire.createdDate * 1000,
    creator: wire.creator,
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
      customerNumber: contact.ownNumber,
      meteringPoint: contact.gridPoint,
      remark: contact.remark,
    },
  })
