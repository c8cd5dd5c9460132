/**
 * First segments of the page's paths: any other path that is no call is not found. A test of the page keeps the list
 * complete.
 */
const pageRoots = [
  'account',
  'application',
  'alarms',
  'communicationReport',
  'device-detail',
  'explorer',
  'forgetPassword',
  'invitation',
  'largescreen',
  'login',
  'messages',
  'plant',
  'privacy',
  'register',
  'reports',
  'setup',
  'tencentLogin',
  'terms',
  'unsubscribe',
  'version',
]

/** Whether the page may have something to show at this path; it decides about deeper segments itself. */
export function isPagePath(path: string): boolean {
  const [, root = ''] = path.split('/')
  return path === '/' || pageRoots.includes(root)
}

/**
 * The screen with which a visit to a path begins, as far as the path determines it: its files are named by the document
 * `<name>.html` (web/page-hints.ts).
 * @returns undefined for pages that are opened rarely
 */
export function firstScreenOf(path: string): 'sign-in' | 'start' | 'fleet' | 'plant' | 'signed-in' | undefined {
  if (path === '/login') return 'sign-in'
  if (['/', '/plant', '/plant/infos'].includes(path)) return 'start'
  if (path === '/plant/fleet') return 'fleet'
  if (path === '/plant/infos/data') return 'plant'
  const [, root = ''] = path.split('/')
  return signedInRoots.includes(root) ? 'signed-in' : undefined
}

const signedInRoots = [
  'account',
  'application',
  'alarms',
  'communicationReport',
  'device-detail',
  'explorer',
  'messages',
  'plant',
]
