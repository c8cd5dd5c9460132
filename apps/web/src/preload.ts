import { ownPath } from './api/base-path.ts'
import { FleetPage, LargeScreenPage, LoginPage, PlantDataPage } from './first-screens.ts'
import { loadFirstTexts } from './texts/load-texts.ts'
import { firstScreen } from './ui/lazy-part.ts'

/** All addresses behind the sign-in, with the texts that it does without and the tab that the page's address names. */
export const SignedInRoutes = firstScreen(async () => {
  const [routes] = await Promise.all([import('./signed-in-routes.tsx'), loadFirstTexts()])
  // A failure to load shows where the screen is drawn.
  await routes.preloadTab(ownPath(window.location.pathname)).catch(() => undefined)
  return routes
}, 'SignedInRoutes')

const publicPaths = [
  ...['/login', '/setup', '/version', '/register', '/forgetPassword', '/tencentLogin', '/invitation'],
  ...['/largescreen/shared', '/reports/confirm', '/reports/check', '/unsubscribe'],
]

export const isPublic = (pathname: string): boolean => publicPaths.includes(pathname)

/** The screens that an address opens. Of several plants it is known later whether the fleet or a plant opens. */
function screensOf(pathname: string) {
  if (pathname === '/login') return [LoginPage]
  if (isPublic(pathname)) return []
  const opensAny = pathname === '/' || pathname === '/plant'
  return [
    SignedInRoutes,
    ...(opensAny || pathname === '/plant/fleet' ? [FleetPage] : []),
    ...(pathname === '/largescreen' ? [LargeScreenPage] : []),
    ...(opensAny || pathname === '/plant/infos' || pathname === '/plant/infos/data' ? [PlantDataPage] : []),
  ]
}

/** Loads the screens of an address. Never rejects: a screen that could not be loaded says so where it is drawn. */
export async function preload(pathname: string): Promise<void> {
  await Promise.allSettled(screensOf(pathname).map(({ preload }) => preload()))
}
