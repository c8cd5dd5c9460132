/**
 * Where the demo listens. Its password is published: others reach it only where somebody said so. An empty HOST is no
 * such word.
 */
export function readDemoAddresses(env) {
  const host = env.HOST || '127.0.0.1'
  const loggerHost = env.LOGGER_HOST || host
  return { host, loggerHost, isOpen: !loggerHost.startsWith('127.') }
}
