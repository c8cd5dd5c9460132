/** Chunks that a URL will need, loaded while brand and user are still loading. */
export const loadSignedInRoutes = () => import('./signed-in-routes.tsx')

const publicPaths = ['/login', '/setup', '/version', '/register', '/forgetPassword', '/tencentLogin', '/invitation']

export const isPublic = (pathname: string): boolean => publicPaths.includes(pathname)

export function preload(pathname: string): void {
  if (isPublic(pathname)) return
  void loadSignedInRoutes()
  if (pathname === '/' || pathname === '/plant' || pathname === '/plant/fleet')
    void import('./features/fleet/fleet-page.tsx')
  if (pathname === '/' || pathname === '/plant' || pathname.startsWith('/plant/infos'))
    void import('./features/plant-data/plant-data-page.tsx')
}
