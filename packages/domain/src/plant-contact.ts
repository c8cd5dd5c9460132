/** Whom to reach about a plant, and what the grid operator calls its connection. '': unknown. */
export type PlantContact = Readonly<{
  owner: string
  company: string
  /** As people write it: it is dialed by a person, and may hold an extension. */
  phone: string
  email: string
  /** Under which the installer's own books have the customer or the plant. */
  ownNumber: string
  /** The number of the connection on the bill: NMI, MPAN, EAN, CUPS, Marktlokation. */
  gridPoint: string
  /** Several lines: keys, gates, dogs. */
  remark: string
}>

export const noContact: PlantContact = {
  owner: '',
  company: '',
  phone: '',
  email: '',
  ownNumber: '',
  gridPoint: '',
  remark: '',
}

export const contactParts = Object.keys(noContact) as readonly (keyof PlantContact)[]

/** The most characters of each part. */
export const contactLengths: Readonly<Record<keyof PlantContact, number>> = {
  owner: 100,
  company: 100,
  phone: 40,
  email: 254,
  ownNumber: 60,
  gridPoint: 60,
  remark: 2_000,
}
