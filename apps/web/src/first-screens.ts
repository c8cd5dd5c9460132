/** What people open first: loaded while brand and user are still loading (preload.ts), and drawn at once. */
import { firstScreen, lazyPart } from './ui/lazy-part.ts'

export const LoginPage = firstScreen(() => import('./features/login/login-page.tsx'), 'LoginPage')
export const FleetPage = firstScreen(() => import('./features/fleet/fleet-page.tsx'), 'FleetPage')
export const PlantDataPage = firstScreen(() => import('./features/plant-data/plant-data-page.tsx'), 'PlantDataPage')
/** Behind its own address, with all texts. */
export const LargeScreenPage = lazyPart(
  () => import('./features/large-screen/large-screen-page.tsx'),
  'LargeScreenPage',
)
