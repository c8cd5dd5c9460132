/**
 * Registers the worker that says so when a reload does not reach the server. Browsers have workers on https and localhost
 * only; while developing it would stand between the page and its reload.
 */
export function registerOfflineWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => void navigator.serviceWorker.register('/offline-worker.js').catch(() => undefined)
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
