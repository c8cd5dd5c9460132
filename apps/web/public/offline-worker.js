// Says so where this server cannot be reached; without it a reload ends at the browser's own error page. It keeps three
// small files, and never a page, a reply or a figure: what is shown always comes from the server.
const CACHE = 'heliograph-offline-1'
const FILES = ['/offline.html', '/offline.css', '/offline.js']

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
    .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
  event.waitUntil(clear.then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const { pathname, origin } = new URL(request.url)
  const stored = request.mode === 'navigate' ? FILES[0] : FILES.find((path) => path === pathname)
  if (stored === undefined || origin !== self.location.origin) return
  event.respondWith(fetch(request).catch(async () => (await caches.match(stored)) ?? Response.error()))
})

// Messages that the server sends while no page is open (messages/channels/send-push.ts). A repeated one replaces the
// first by its tag.
self.addEventListener('push', (event) => {
  if (!event.data) return
  const { id, title, body, link } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { body, tag: id, icon: '/icon-192.png', data: { link } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const link = new URL(event.notification.data.link, self.location.origin)
  // Only pages of this server.
  if (link.origin === self.location.origin) event.waitUntil(self.clients.openWindow(link.href))
})
