// The page that stands in where the server cannot be reached (offline-worker.js).
const texts = {
  en: {
    title: 'The server cannot be reached',
    lead: 'Your plants go on without it. This page opens by itself as soon as the server answers.',
    retry: 'Try again',
    offline: 'This device has no network.',
    silent: 'The network is there, but the server does not answer.',
  },
  de: {
    title: 'Der Server ist nicht erreichbar',
    lead: 'Ihre Anlagen laufen auch ohne ihn weiter. Diese Seite öffnet sich von selbst, sobald der Server antwortet.',
    retry: 'Erneut versuchen',
    offline: 'Dieses Gerät hat kein Netz.',
    silent: 'Das Netz ist da, aber der Server antwortet nicht.',
  },
  zh: {
    title: '无法连接到服务器',
    lead: '您的电站仍在正常运行。服务器恢复响应后，本页面将自动打开。',
    retry: '重试',
    offline: '此设备没有网络连接。',
    silent: '网络正常，但服务器没有响应。',
  },
}
const EVERY_MS = 10_000

const language = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in texts) ?? 'en'
const words = texts[language]
const at = (id) => document.getElementById(id)
document.documentElement.lang = language
for (const id of ['title', 'lead', 'retry']) at(id).textContent = words[id]

const showState = () => {
  at('state').textContent = navigator.onLine ? words.silent : words.offline
}
// What answers with a status is the server, or its proxy with a page of its own.
const look = async () => {
  showState()
  if (navigator.onLine && (await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined))?.ok) location.reload()
}
at('retry').addEventListener('click', () => location.reload())
addEventListener('online', look)
addEventListener('offline', showState)
setInterval(look, EVERY_MS)
showState()
