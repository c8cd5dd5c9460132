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
  'register',
  'reports',
  'setup',
  'tencentLogin',
  'unsubscribe',
  'version',
]

/** Whether the page may have something to show at this path; it decides about deeper segments itself. */
export function isPagePath(path: string): boolean {
  const [, root = ''] = path.split('/')
  return path === '/' || pageRoots.includes(root)
}
