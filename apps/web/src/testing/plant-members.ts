import { plantRights, rightsOfRole } from '@heliograph/domain/permissions.ts'

/** People and an organization that share a plant, as its calls name them. */
export const owner = {
  userId: 1,
  nickname: 'Mira',
  account: 'mira@example.org',
  role: 'owner',
  rights: plantRights,
  sinceMs: 1_750_000_000_000,
  expiresAtMs: null,
  isExpired: false,
  isSelf: true,
}
export const viewer = {
  ...owner,
  userId: 2,
  nickname: 'Ilse',
  role: 'viewer',
  rights: rightsOfRole.viewer,
  isSelf: false,
}
export const ended = { ...viewer, userId: 3, nickname: 'Otto', expiresAtMs: 1_750_100_000_000, isExpired: true }
export const installer = {
  id: 9,
  name: 'Sunrise Solar',
  relation: 'installer',
  role: 'admin',
  rights: rightsOfRole.admin,
  since: 1_750_000_000,
  expiresAt: null,
  isExpired: false,
}
export const members = {
  members: [owner, viewer, ended],
  invitations: [
    {
      id: 5,
      email: 'new@example.org',
      role: 'viewer',
      rights: [],
      createdAtMs: 1_750_000_000_000,
      expiresAtMs: 1_750_600_000_000,
    },
  ],
  offer: null,
  supportOpen: false,
  isOwner: true,
}
