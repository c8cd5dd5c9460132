import { atBase, ownPath } from '../api/base-path.ts'

/** Parts come later than the page: the worker gets the list again once it is quiet, and when it is left. */
const QUIET_MS = 3_000

/**
 * Registers the worker that opens the page where the server is not reached, with the list of the page's files.
 * Browsers have workers on https and localhost only; while developing it would stand between the page and its reload.
 */
export function registerOfflineWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const tell = () => void serviceWorker.ready.then(({ active }) => active?.postMessage({ keep: loadedFiles() }))
  const register = () =>
    void serviceWorker.register(atBase('/offline-worker.js')).then(
      () => {
        setTimeout(tell, QUIET_MS)
        document.addEventListener('visibilitychange', () => document.hidden && tell())
      },
      () => undefined,
    )
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}

const loadedFiles = (): readonly string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === window.location.origin && ownPath(pathname).startsWith('/assets/'))
    .map(({ pathname }) => pathname)
