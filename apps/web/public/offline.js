// The page that stands in where the server cannot be reached (offline-worker.js).
const texts = {
  en: {
    title: 'The server cannot be reached',
    lead: 'Your plants keep running without it. This page opens by itself as soon as the server answers.',
    retry: 'Try again',
    offline: 'This device has no network.',
    silent: 'The network is there, but the server does not answer.',
  },
  de: {
    title: 'Der Server ist nicht erreichbar',
    lead: 'Ihre Anlagen laufen auch ohne ihn weiter. Diese Seite öffnet sich von selbst, sobald der Server antwortet.',
    retry: 'Erneut versuchen',
    offline: 'Dieses Gerät hat keine Netzwerkverbindung.',
    silent: 'Das Netzwerk ist da, aber der Server antwortet nicht.',
  },
  es: {
    title: 'No se puede conectar con el servidor',
    lead: 'Tus instalaciones siguen funcionando sin él. Esta página se abre sola en cuanto el servidor responda.',
    retry: 'Reintentar',
    offline: 'Este dispositivo no tiene conexión.',
    silent: 'Hay conexión, pero el servidor no responde.',
  },
  pt: {
    title: 'Não foi possível acessar o servidor',
    lead: 'Suas usinas continuam funcionando sem ele. Esta página abre sozinha assim que o servidor responder.',
    retry: 'Tentar de novo',
    offline: 'Este dispositivo está sem conexão.',
    silent: 'Há conexão, mas o servidor não responde.',
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
    lead: 'Vos installations continuent de fonctionner sans lui. Cette page s’ouvre d’elle-même dès que le serveur répond.',
    retry: 'Réessayer',
    offline: 'Cet appareil n’a pas de connexion.',
    silent: 'La connexion est là, mais le serveur ne répond pas.',
  },
  it: {
    title: 'Il server non è raggiungibile',
    lead: 'Gli impianti continuano a funzionare senza. Questa pagina si apre da sola appena il server risponde.',
    retry: 'Riprova',
    offline: 'Questo dispositivo non ha connessione.',
    silent: 'La connessione c’è, ma il server non risponde.',
  },
  zh: {
    title: '无法连接到服务器',
    lead: '您的电站仍在正常运行。服务器恢复响应后，本页面将自动打开。',
    retry: '重试',
    offline: '此设备没有网络连接。',
    silent: '网络正常，但服务器没有响应。',
  },
  ko: {
    title: '서버에 연결할 수 없습니다',
    lead: '발전소는 서버 없이도 계속 가동됩니다. 서버가 응답하면 이 페이지가 자동으로 열립니다.',
    retry: '다시 시도',
    offline: '이 기기가 네트워크에 연결되어 있지 않습니다.',
    silent: '네트워크는 연결되어 있지만 서버가 응답하지 않습니다.',
  },
  vi: {
    title: 'Không kết nối được với máy chủ',
    lead: 'Các hệ thống của bạn vẫn hoạt động bình thường. Trang này sẽ tự mở ngay khi máy chủ phản hồi.',
    retry: 'Thử lại',
    offline: 'Thiết bị này không có mạng.',
    silent: 'Có mạng nhưng máy chủ không phản hồi.',
  },
  ja: {
    title: 'サーバーに接続できません',
    lead: '発電所はサーバーがなくても動き続けます。サーバーが応答すると、このページは自動的に開きます。',
    retry: '再試行',
    offline: 'この端末はネットワークに接続されていません。',
    silent: 'ネットワークには接続されていますが、サーバーが応答しません。',
  },
  cs: {
    title: 'Server není dostupný',
    lead: 'Vaše elektrárny běží i bez něj. Tato stránka se otevře sama, jakmile server odpoví.',
    retry: 'Zkusit znovu',
    offline: 'Toto zařízení nemá síť.',
    silent: 'Síť funguje, ale server neodpovídá.',
  },
  sl: {
    title: 'Strežnik ni dosegljiv',
    lead: 'Vaše elektrarne delujejo tudi brez njega. Ta stran se odpre sama, ko se strežnik odzove.',
    retry: 'Poskusi znova',
    offline: 'Ta naprava nima omrežja.',
    silent: 'Omrežje deluje, strežnik pa se ne odziva.',
  },
  tr: {
    title: 'Sunucuya ulaşılamıyor',
    lead: 'Santralleriniz sunucu olmadan da çalışmaya devam eder. Sunucu yanıt verdiğinde bu sayfa kendiliğinden açılır.',
    retry: 'Yeniden dene',
    offline: 'Bu cihazda ağ bağlantısı yok.',
    silent: 'Ağ bağlantısı var ancak sunucu yanıt vermiyor.',
  },
  ca: {
    title: 'No es pot connectar amb el servidor',
    lead: 'Les instal·lacions continuen funcionant sense el servidor. Aquesta pàgina s’obrirà sola quan el servidor respongui.',
    retry: 'Torna-ho a provar',
    offline: 'Aquest dispositiu no té connexió.',
    silent: 'Hi ha connexió, però el servidor no respon.',
  },
  ro: {
    title: 'Serverul nu poate fi contactat',
    lead: 'Instalațiile funcționează și fără el. Pagina se deschide singură imediat ce serverul răspunde.',
    retry: 'Încearcă din nou',
    offline: 'Acest dispozitiv nu are conexiune.',
    silent: 'Conexiunea funcționează, dar serverul nu răspunde.',
  },
  uk: {
    title: 'Сервер недоступний',
    lead: 'Ваші станції працюють і без нього. Ця сторінка відкриється сама, щойно сервер відповість.',
    retry: 'Спробувати ще раз',
    offline: 'Цей пристрій не має мережі.',
    silent: 'Мережа є, але сервер не відповідає.',
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
