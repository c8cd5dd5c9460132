// The page where this server cannot be reached. While the device keeps figures of a session (api/kept-answers.ts), the
// page itself opens and shows them with their age; without any, offline.html says that there is no connection. The
// worker keeps the page's own files, and never a figure.
const CACHE = 'heliograph-offline-2'
const ANSWERS = 'heliograph-answers-3'
// The page may be shown below a path.
const ROOT = new URL('.', self.location.href).pathname
const FILES = ['offline.html', 'offline.css', 'offline.js'].map((name) => ROOT + name)
const PAGE = `${ROOT}index.html`
const isAsset = (path) => path.startsWith(`${ROOT}assets/`) && /^[\w.-]+$/.test(path.slice(ROOT.length + 7))
const MOST_ASSETS = 400

self.addEventListener('install', (event) => {
  const requests = FILES.map((path) => new Request(path, { cache: 'reload' }))
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(requests))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  const clear = caches
    .keys()
    .then((names) =>
      Promise.all(names.filter((name) => name !== CACHE && name !== ANSWERS).map((name) => caches.delete(name))),
    )
  event.waitUntil(clear.then(() => self.clients.claim()))
})

/** The page of now with the files that it loaded. Another page than before: the files of the old one go. */
const keepPage = async (paths) => {
  const cache = await caches.open(CACHE)
  const page = await fetch(PAGE)
  if (!page.ok) return
  const text = await page.clone().text()
  const before = await (await cache.match(PAGE))?.text()
  if (before !== undefined && before !== text)
    for (const { url } of await cache.keys()) if (isAsset(new URL(url).pathname)) await cache.delete(url)
  await cache.put(PAGE, page)
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const missing = paths
    .filter((path) => typeof path === 'string' && isAsset(path) && !kept.has(path))
    .slice(0, MOST_ASSETS)
  await Promise.all(missing.map((path) => cache.add(path).catch(() => undefined)))
}

self.addEventListener('message', (event) => {
  const paths = event.data?.keep
  if (Array.isArray(paths)) event.waitUntil(keepPage(paths).catch(() => undefined))
})

/** What stands in for a page: itself, where there is something to show, else a page that says what is wrong. */
const standIn = async () => {
  const page = (await caches.has(ANSWERS)) ? await caches.match(PAGE) : undefined
  return page ?? (await caches.match(FILES[0])) ?? Response.error()
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const { pathname, origin } = new URL(request.url)
  if (origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(standIn))
    return
  }
  if (!FILES.includes(pathname) && !isAsset(pathname)) return
  event.respondWith(fetch(request).catch(async () => (await caches.match(pathname)) ?? Response.error()))
})

// Messages that the server sends while no page is open (messages/channels/send-push.ts). A repeated one replaces the
// first by its tag.
self.addEventListener('push', (event) => {
  if (!event.data) return
  const { id, title, body, link } = event.data.json()
  event.waitUntil(
    self.registration.showNotification(title, { body, tag: id, icon: `${ROOT}icon-192.png`, data: { link } }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const link = new URL(event.notification.data.link, self.location.origin)
  // Only pages of this server.
  if (link.origin === self.location.origin) event.waitUntil(self.clients.openWindow(link.href))
})
