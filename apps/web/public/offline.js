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
  es: {
    title: 'No se puede conectar con el servidor',
    lead: 'Tus plantas siguen funcionando sin él. Esta página se abre sola en cuanto el servidor responda.',
    retry: 'Reintentar',
    offline: 'Este dispositivo no tiene red.',
    silent: 'Hay red, pero el servidor no responde.',
  },
  pt: {
    title: 'Não foi possível acessar o servidor',
    lead: 'Suas usinas continuam funcionando sem ele. Esta página abre sozinha assim que o servidor responder.',
    retry: 'Tentar de novo',
    offline: 'Este dispositivo está sem rede.',
    silent: 'Há rede, mas o servidor não responde.',
  },
  pl: {
    title: 'Nie można połączyć się z serwerem',
    lead: 'Instalacje działają bez niego. Ta strona otworzy się sama, gdy serwer odpowie.',
    retry: 'Spróbuj ponownie',
    offline: 'To urządzenie nie ma sieci.',
    silent: 'Sieć działa, ale serwer nie odpowiada.',
  },
  nl: {
    title: 'De server is niet bereikbaar',
    lead: 'Uw installaties werken zonder de server gewoon door. Deze pagina opent vanzelf zodra de server weer antwoordt.',
    retry: 'Opnieuw proberen',
    offline: 'Dit apparaat heeft geen netwerk.',
    silent: 'Er is netwerk, maar de server antwoordt niet.',
  },
  fr: {
    title: 'Le serveur est injoignable',
    lead: 'Vos installations continuent sans lui. Cette page s’ouvre d’elle-même dès que le serveur répond.',
    retry: 'Réessayer',
    offline: 'Cet appareil n’a pas de réseau.',
    silent: 'Le réseau est là, mais le serveur ne répond pas.',
  },
  it: {
    title: 'Il server non è raggiungibile',
    lead: 'Gli impianti continuano a funzionare senza. Questa pagina si apre da sola appena il server risponde.',
    retry: 'Riprova',
    offline: 'Questo dispositivo non ha rete.',
    silent: 'La rete c’è, ma il server non risponde.',
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
