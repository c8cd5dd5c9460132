/** Kinds of entries that a webhook of plants carries: readings of devices, energies of closed hours, of closed days. */
export const webhookParts = ['samples', 'hours', 'days'] as const
export type WebhookPart = (typeof webhookParts)[number]
