/** Files of texts that come with the first load: those of the sign-in, the shell, the fleet and a plant's data. */
export const firstFiles = [
  'analysis.json',
  'data-centre.json',
  'errors.json',
  'first-steps.json',
  'fleet.json',
  'login.json',
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
  'explorer.open',
  'explorer.title',
  'finance.income.',
  'finance.saved.fedIn',
  'finance.saved.line',
  'metering.mark.',
  'organisation.acting',
  'organisation.personal',
  'organisation.plants',
  'organisation.switch.',
  'organisation.title',
  'plant-settings.recount.',
  'plant-settings.title',
  'sharing.leave',
  'sharing.left',
  'sign-up.contact.',
  'sign-up.prefix',
  'third-party.',
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
  'plant-lists.json',
  'support.json',
  'weather.json',
]
