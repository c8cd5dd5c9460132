/** Publications of a server's operator, and suggestions of its people. */

/** How much an announcement matters, least first. */
export const announcementLevels = ['info', 'warning', 'critical'] as const
export type AnnouncementLevel = (typeof announcementLevels)[number]

export const documentKinds = ['manual', 'safety', 'datasheet', 'other'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const appPlatforms = ['WEB', 'ANDROID', 'IOS'] as const
export type AppPlatform = (typeof appPlatforms)[number]

export const suggestionCategories = ['idea', 'defect', 'data', 'account', 'other'] as const
export type SuggestionCategory = (typeof suggestionCategories)[number]

/** `open`: the operator has to answer; `answered`: the person may go on; `closed`: it takes no more replies. */
export const suggestionStates = ['open', 'answered', 'closed'] as const
export type SuggestionState = (typeof suggestionStates)[number]

export const MOST_SUGGESTION_PICTURES = 5
