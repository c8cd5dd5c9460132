/** What people open first: loaded while brand and user are still loading (preload.ts), and drawn at once. */
import { firstScreen } from './ui/lazy-part.ts'

export const LoginPage = firstScreen(() => import('./features/login/login-page.tsx'), 'LoginPage')
export const FleetPage = firstScreen(() => import('./features/fleet/fleet-page.tsx'), 'FleetPage')
export const PlantDataPage = firstScreen(() => import('./features/plant-data/plant-data-page.tsx'), 'PlantDataPage')
