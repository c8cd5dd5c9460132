/** First screens: loaded while brand and user are still loading (preload.ts), and drawn at once. */
import { firstScreen, lazyPart } from './ui/lazy-part.ts'

export const LoginPage = firstScreen(() => import('./features/public/login/login-page.tsx'), 'LoginPage')
export const FleetPage = firstScreen(() => import('./features/fleet/fleet/fleet-page.tsx'), 'FleetPage')
export const PlantDataPage = firstScreen(
  () => import('./features/plant/plant-data/plant-data-page.tsx'),
  'PlantDataPage',
)
/** Behind its own address, with all texts. */
export const LargeScreenPage = lazyPart(
  () => import('./features/fleet/large-screen/large-screen-page.tsx'),
  'LargeScreenPage',
)
