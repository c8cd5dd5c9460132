export { acceptPlant, endOffer, offerPlant } from './hand-over.ts'
export type { HandOverMail } from './hand-over-letters.ts'
export { inviteToPlant } from './invite.ts'
export { findOffer, hasOffers, listOffersTo } from './list-offers.ts'
export {
  listPlantInvitations,
  listSharingOrganizations,
  listSharingPeople,
  readSupportSwitch,
} from './list-shares.ts'
export { shareWithOrganization, stopSharingWithOrganization } from './organization-share.ts'
export { lockPlant } from './owner-lock.ts'
export { changePersonShare, stopSharingWithPerson } from './person-share.ts'
export { BIN_DAYS, deletePlant, leavePlant, setSupportSwitch } from './plant-end.ts'
