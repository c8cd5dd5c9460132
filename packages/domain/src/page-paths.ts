/** First parts of the page's addresses: anything else that is no call is not found. A test of the page keeps the list true. */
const pageRoots = [
  'account',
  'device-detail',
  'forgetPassword',
  'invitation',
  'login',
  'plant',
  'register',
  'setup',
  'tencentLogin',
  'version',
]

/** Whether the page may have something to show at this address; it knows itself what is missing further down. */
export function isPagePath(path: string): boolean {
  const [, root = ''] = path.split('/')
  return path === '/' || pageRoots.includes(root)
}
