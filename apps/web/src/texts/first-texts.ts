/** Files of texts that every page begins with, the sign-in too. */
export const signInFiles = ['errors.json', 'login.json']

/** Beginnings of single keys that the sign-in, or what stands around any page, uses from other files. */
export const signInKeys = [
  'brand-variants.center',
  'brand-variants.home',
  'data-center.name.',
  'data-center.prompt.',
  'shell.action.',
  'shell.announcement.',
  'shell.dataCenter.',
  'shell.error.',
  'shell.field.',
  'shell.language',
  'shell.loading',
  'shell.menu.dataCenter',
  'shell.password.',
  'shell.refused.',
  'shell.region.',
  'shell.suspended',
  'shell.theme.',
  'shell.updateReady',
  'shell.updated',
  'sign-up.contact.',
  'sign-up.prefix',
  'third-party.',
]

/** Files of texts that the first screens behind the sign-in add: those of the shell, the fleet and a plant's data. */
export const firstFiles = [
  'analysis.json',
  'data-center.json',
  'first-steps.json',
  'fleet.json',
  'plant-data.json',
  'plant-list.json',
  'plant-period.json',
  'quantities.json',
  'shell.json',
  'status.json',
  'units.json',
]

/** Beginnings of single keys that the first screens use from other files. */
export const firstKeys = [
  'account.notSaved',
  'account.refused.',
  'communication.open',
  'compare.open',
  'compare.title',
  'exports.vat.',
  'explorer.open',
  'explorer.title',
  'finance.day.',
  'finance.feedIn',
  'finance.income.',
  'finance.market.known',
  'finance.purchase',
  'finance.range',
  'finance.saved.fedIn',
  'finance.saved.line',
  'finance.vat.income',
  'metering.mark.',
  'offline.',
  'organization.acting',
  'organization.personal',
  'organization.plants',
  'organization.switch.',
  'organization.title',
  'plant-settings.about',
  'plant-settings.recount.',
  'plant-settings.title',
  'sharing.leave',
  'sharing.left',
]

/** Files with a chunk of their own, which parts of first screens load after them (later-texts.tsx). */
export const laterFiles = [
  'alarm-page.json',
  'own-rules.json',
  'application.json',
  'create-plant.json',
  'large-screen.json',
  'message-page.json',
  'module-layout.json',
  'photos.json',
  'place.json',
  'manual.json',
  'plant-lists.json',
  'support.json',
  'targets.json',
  'weather.json',
]
