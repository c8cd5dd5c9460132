import { toPresentName } from './former-settings.ts'

/** A setting of the environment, as docs/settings.md lists it. */
export type Setting = Readonly<{
  /** `<ID>` stands for a name that the operator chooses. */
  name: string
  /** Value that holds without it, in words where it is no plain one; absent: none. */
  fallback?: string | number
  /** Bounds of a whole number. */
  from?: number
  to?: number
  /** May stand in a file that `<name>_FILE` names. */
  isSecret?: true
  /** A sentence or two about it, as Markdown. */
  about: string
}>

export type SettingGroup = Readonly<{ title: string; settings: readonly Setting[] }>

/** Every setting of the server. settings-table.test.ts holds it against what readConfig reads, and docs/settings.md against it. */
export const settingGroups: readonly SettingGroup[] = [
  {
    title: 'Addresses',
    settings: [
      { name: 'PORT', fallback: 8080, from: 0, to: 65_535, about: 'Port of the page and the calls.' },
      {
        name: 'HOST',
        fallback: '::',
        about: 'Address of that port. `::` is IPv6 and IPv4 (IPv4 alone on a machine without IPv6, said in the log).',
      },
      {
        name: 'PUBLIC_URL',
        fallback: 'http://localhost:PORT',
        about:
          'The address that people use. With https the cookies are secure. It may have a path (`https://home.example/solar`): a proxy may pass the path on or take it away.',
      },
      {
        name: 'TRUST_PROXY',
        fallback: 'off',
        about:
          'Believes X-Forwarded-For of the proxy in front, and its X-Forwarded-Prefix or X-Ingress-Path (the path below which it shows this server): `1` for one on this machine or in a private network, else a list of addresses and networks (`203.0.113.7, 10.1.0.0/16`). Networks that cover much of the Internet are refused.',
      },
      {
        name: 'COUNTRY_HEADER',
        about:
          'The header in which the trusted proxy names the visitor’s country, for example `CF-IPCountry`: the page suggests it. Without it the bundled ranges of the registries are used.',
      },
      { name: 'WEB_DIR', fallback: 'apps/web/dist with `npm start`', about: 'The built page.' },
    ],
  },
  {
    title: 'Loggers',
    settings: [
      { name: 'LOGGER_PORT', fallback: 10_000, from: 0, to: 65_535, about: 'Port for loggers.' },
      { name: 'LOGGER_HOST', fallback: '::', about: 'Address of that port, as `HOST`.' },
      {
        name: 'LOGGER_PUBLIC_PORT',
        fallback: 'LOGGER_PORT',
        from: 0,
        to: 65_535,
        about: 'The logger port that the page shows, when a router or container forwards another one.',
      },
      {
        name: 'LOGGER_TLS_CERT',
        about:
          'Path of a PEM file; with `LOGGER_TLS_KEY`, loggers whose firmware can encrypt connect to `LOGGER_TLS_PORT` as well. A renewed certificate is taken within a minute.',
      },
      { name: 'LOGGER_TLS_KEY', about: 'Path of the PEM file with its key.' },
      { name: 'LOGGER_TLS_PORT', fallback: 10_443, from: 0, to: 65_535, about: 'Port for loggers that encrypt.' },
      {
        name: 'LOGGER_PROXY_PROTOCOL',
        fallback: 'off',
        about:
          '`1`: the TCP balancer in front of the logger ports announces each logger’s address (PROXY protocol, version 1 or 2). Only addresses of `TRUST_PROXY` may connect then.',
      },
      {
        name: 'LOGGER_SERIAL_PREFIXES',
        about:
          'How the serial numbers of loggers sold in your region begin (`17,23`); others are refused with message 59. Empty: all.',
      },
      {
        name: 'LOGGER_ACK_OFFSET',
        fallback: 'off',
        about: '`1`: acknowledgments carry the plant’s UTC offset (not verified on a real logger).',
      },
      {
        name: 'LOGGER_CLOUDS',
        fallback: 'access1.solarmanpv.com:10000,data1.solarmanpv.com:10000,data2.solarmanpv.com:10000',
        about:
          'Clouds of makers to which owners may let the stream of a logger go on: `name:port`, or `tls://name:port` where the cloud encrypts. Owners choose from this list and cannot type another. A name must lead to public addresses alone; an address that stands here as such may be any. `off`: none.',
      },
      {
        name: 'LOGGER_MAX_CONNECTIONS',
        fallback: 10_000,
        from: 1,
        to: 1_000_000,
        about: 'Connections in total.',
      },
      {
        name: 'LOGGER_MAX_CONNECTIONS_PER_ADDRESS',
        fallback: 5_000,
        from: 1,
        to: 1_000_000,
        about: 'Connections per address; many loggers may share one.',
      },
      {
        name: 'LOGGER_MAX_UNPROVEN_PER_ADDRESS',
        fallback: 200,
        from: 1,
        to: 1_000_000,
        about:
          'Connections per address (IPv6: per /64) with a serial that is not registered; beyond it the oldest is closed.',
      },
      {
        name: 'LOGGER_FRAMES_PER_MINUTE',
        fallback: 600,
        from: 10,
        to: 10_000_000,
        about: 'Frames per serial; beyond it the socket is read more slowly.',
      },
      {
        name: 'RECENT_FRAMES_MB',
        fallback: 64,
        from: 0,
        to: 100_000,
        about: 'Memory for the last frames of each device, which its page shows as they came. `0`: none.',
      },
      {
        name: 'MAX_SAMPLE_AGE_DAYS',
        fallback: 400,
        from: 1,
        to: 100_000,
        about: 'Older records are kept raw and not counted.',
      },
    ],
  },
  {
    title: 'Database and files',
    settings: [
      { name: 'DATA_DIR', fallback: './data', about: 'The embedded PostgreSQL and all other files.' },
      {
        name: 'DATABASE_URL',
        isSecret: true,
        about:
          'Your own PostgreSQL (15 or newer) instead; TLS by `?sslmode=verify-full`, see [operations](operations.md#growing).',
      },
      {
        name: 'DATABASE_READ_URL',
        isSecret: true,
        about:
          'A streaming replica of that database, from which pages, exports and reports are read while it is at most 10 s behind, see [operations](operations.md#growing).',
      },
      {
        name: 'SECRET_KEY_FILE',
        fallback: 'DATA_DIR/secret.key',
        about:
          'The key that seals secrets in the database (second factors, the RSA key). It is made at the first start; all nodes need the same one.',
      },
      {
        name: 'BACKUP_PASSPHRASE',
        isSecret: true,
        about:
          'Seals the secret key within backups (`npm run backup`) and opens it (`npm run restore`). Without it a backup holds the key as it is.',
      },
      { name: 'HOT_DAYS', fallback: 4, from: 2, to: 60, about: 'Days kept as rows before they are sealed.' },
      {
        name: 'KEEP_SAMPLE_DAYS',
        fallback: 0,
        from: 0,
        to: 100_000,
        about: 'Retention of samples. `0` keeps them forever.',
      },
      {
        name: 'KEEP_HOUR_DAYS',
        fallback: 0,
        from: 0,
        to: 100_000,
        about: 'Retention of hours. `0` keeps them forever.',
      },
      {
        name: 'KEEP_JUDGED_DAYS',
        fallback: 3_660,
        from: 0,
        to: 100_000,
        about: 'Retention of what days were judged to have lost. `0` keeps it forever.',
      },
      {
        name: 'KEEP_FORECAST_DAYS',
        fallback: 400,
        from: 0,
        to: 100_000,
        about: 'Retention of what was forecast. `0` keeps it forever.',
      },
      {
        name: 'KEEP_AUDIT_DAYS',
        fallback: 730,
        from: 0,
        to: 100_000,
        about: 'Retention of the log of writes. `0` keeps it forever.',
      },
    ],
  },
  {
    title: 'People and limits',
    settings: [
      { name: 'REGISTRATION_OPEN', fallback: 'on', about: '`0`: accounts only by invitation.' },
      { name: 'HUMAN_CHECK', fallback: 'on', about: 'Proof of work after failed sign-ins. `0`: none.' },
      {
        name: 'CALL_UNITS_PER_MINUTE',
        fallback: 1_200,
        from: 0,
        to: 1_000_000_000,
        about: 'The cost of one person’s calls per minute on all nodes together (a cheap read is 1). `0`: no limit.',
      },
      {
        name: 'MAX_PLANTS_PER_PERSON',
        fallback: 200,
        from: 1,
        to: 1_000_000,
        about: 'Plants that one person may own.',
      },
      {
        name: 'MAX_PLANTS_PER_ORGANIZATION',
        fallback: 5_000,
        from: 1,
        to: 1_000_000,
        about: 'Plants that one organization may own.',
      },
      {
        name: 'MAX_LOGGERS_PER_PLANT',
        fallback: 1_000,
        from: 1,
        to: 1_000_000,
        about: 'Loggers that a plant may have.',
      },
      {
        name: 'MAX_LOGGERS_WAITING_PER_PLANT',
        fallback: 50,
        from: 1,
        to: 100_000,
        about: 'Loggers of a plant that may wait for a proof.',
      },
      {
        name: 'MAX_LOGGERS_WAITING_PER_PERSON',
        fallback: 50,
        from: 1,
        to: 100_000,
        about: 'Loggers of a person that may wait for a proof.',
      },
      {
        name: 'EXPORT_PLANT_LIMIT',
        fallback: 0,
        from: 0,
        to: 1_000_000,
        about: 'Plants per account export. `0`: no limit. Archives are kept in the database for seven days.',
      },
    ],
  },
  {
    title: 'Devices that this server reads',
    settings: [
      {
        name: 'STORE_SECONDS',
        fallback: 60,
        from: 10,
        to: 300,
        about:
          'One reading of this time is stored of a device that is added: means of what is measured, with the least and most of powers, and the last of counters and states; a state that changes is stored at once. Each connection can be set differently.',
      },
      {
        name: 'DEVICE_NETWORKS',
        about:
          'Networks in which this server may read devices, by Modbus TCP for example: `192.168.1.0/24,10.0.0.5`. Without it nothing is read, unless an administrator opens the server’s own network on the page “Add device”. Leave it empty on a server that strangers share: its people could look into your network. Loopback, link-local and metadata addresses, IPv4 written as IPv6, ports 22, 25 and 5432 and this server’s own ports are refused even if listed.',
      },
      {
        name: 'DEVICE_LOOPBACK_PORTS',
        about:
          'For trials on one machine only: ports of this machine that may be read as well, `5020,6000-6010`. Whoever may add devices reaches them.',
      },
    ],
  },
  {
    title: 'Broker for MQTT clients',
    settings: [
      {
        name: 'MQTT_LISTEN_PORT',
        from: 0,
        to: 65_535,
        about:
          'Port on which devices and programs publish to this server by MQTT; without it, and without a certificate, this server is no broker. Their user name is the plant’s id, their password an access token with the scope reading:write; without encryption the token can be read on the way. See [MQTT](connect/mqtt.md#the-broker-of-this-server).',
      },
      { name: 'MQTT_LISTEN_HOST', fallback: '::', about: 'Address of its ports, as `HOST`.' },
      {
        name: 'MQTT_TLS_CERT',
        about:
          'Path of a PEM file; with `MQTT_TLS_KEY`, clients may connect with TLS to `MQTT_TLS_PORT`. A renewed certificate is taken within a minute.',
      },
      { name: 'MQTT_TLS_KEY', about: 'Path of the PEM file with its key.' },
      { name: 'MQTT_TLS_PORT', fallback: 8883, from: 0, to: 65_535, about: 'Port for clients that encrypt.' },
      {
        name: 'MQTT_MAX_CONNECTIONS',
        fallback: 1_000,
        from: 1,
        to: 100_000,
        about: 'Connections in total; 200 of one plant, and 20 of an address before they show a token.',
      },
    ],
  },
  {
    title: 'Mail and messages',
    settings: [
      {
        name: 'SMTP_URL',
        isSecret: true,
        about:
          '`smtp://user:password@host:587` (STARTTLS required) or `smtps://…`; `?tls=none` for a plain relay. Without it emails go to `DATA_DIR/outbox/*.eml`.',
      },
      {
        name: 'MAIL_FROM',
        fallback: 'heliograph@host of PUBLIC_URL',
        about: 'The sender’s address; the name shown is the brand’s.',
      },
      {
        name: 'MESSAGE_OPEN_NETWORKS',
        about:
          'Own networks that messages may go to, by webhook or ntfy: `192.168.1.0/24,10.0.0.5`. Anything else must be public and https.',
      },
      { name: 'TELEGRAM_BOT_TOKEN', isSecret: true, about: 'Token of the bot that carries messages to Telegram.' },
      { name: 'TELEGRAM_URL', fallback: 'https://api.telegram.org', about: 'Another API server for Telegram.' },
      {
        name: 'PUSH_CONTACT',
        fallback: 'PUBLIC_URL',
        about: '`mailto:` or `https:` address that the browsers’ push services may ask.',
      },
      { name: 'PUSH_HOSTS', about: 'Push services beside those of the browsers, separated by commas.' },
      {
        name: 'SMS_GATEWAY_URL',
        isSecret: true,
        about: 'Any SMS provider with HTTP; `{to}` and `{text}` in the URL or the body.',
      },
      { name: 'SMS_GATEWAY_METHOD', fallback: 'POST', about: '`GET`, `POST` or `PUT`.' },
      { name: 'SMS_GATEWAY_HEADERS', fallback: '{}', isSecret: true, about: 'Headers as JSON.' },
      { name: 'SMS_GATEWAY_BODY', fallback: '{"to":"{to}","text":"{text}"}', about: 'The body.' },
      { name: 'SMS_TWILIO_ACCOUNT', about: 'SMS through Twilio instead.' },
      { name: 'SMS_TWILIO_TOKEN', isSecret: true, about: 'Its token.' },
      { name: 'SMS_TWILIO_FROM', about: 'Its sender.' },
      { name: 'SMS_TWILIO_URL', fallback: 'https://api.twilio.com', about: 'Another API server for Twilio.' },
    ],
  },
  {
    title: 'Sign-in with other services',
    settings: [
      {
        name: 'THIRD_PARTY_<ID>_ISSUER',
        about: 'An OpenID Connect provider. Its redirect URL is `PUBLIC_URL/tencentLogin`.',
      },
      { name: 'THIRD_PARTY_<ID>_CLIENT_ID', about: 'The client there.' },
      { name: 'THIRD_PARTY_<ID>_CLIENT_SECRET', about: 'Its secret.' },
      { name: 'THIRD_PARTY_<ID>_NAME', fallback: 'the ID', about: 'The name on the button.' },
      { name: 'WECHAT_APP_ID', about: 'Sign-in with WeChat.' },
      { name: 'WECHAT_APP_SECRET', isSecret: true, about: 'Its secret.' },
      { name: 'WECHAT_OPEN_URL', fallback: 'https://open.weixin.qq.com', about: 'Where people are sent.' },
      { name: 'WECHAT_API_URL', fallback: 'https://api.weixin.qq.com', about: 'Where this server asks.' },
      { name: 'QQ_APP_ID', about: 'Sign-in with QQ.' },
      { name: 'QQ_APP_SECRET', isSecret: true, about: 'Its secret.' },
      { name: 'QQ_GRAPH_URL', fallback: 'https://graph.qq.com', about: 'Where this server asks.' },
    ],
  },
  {
    title: 'Home Assistant add-on',
    settings: [
      {
        name: 'HOME_ASSISTANT_SUPERVISOR',
        fallback: 'off',
        about:
          'The address of the Supervisor whose add-on this server is (`172.30.32.2`; the add-on sets it): from there alone the people of Home Assistant are believed, and their home is set up by itself ([docs/connect/add-on.md](connect/add-on.md)).',
      },
      { name: 'SUPERVISOR_TOKEN', isSecret: true, about: 'The token of the add-on; the Supervisor sets it.' },
    ],
  },
  {
    title: 'Data centers',
    settings: [
      { name: 'DATA_CENTER', fallback: 'FOREIGN_1', about: 'The data center of this server: `CHINA` or `FOREIGN_1`.' },
      { name: 'DATA_CENTER_CHINA_URL', about: 'The URL of that data center for this server, when it is another one.' },
      { name: 'DATA_CENTER_CHINA_PUBLIC_URL', about: 'Its URL for people.' },
      {
        name: 'DATA_CENTER_FOREIGN_1_URL',
        about: 'The URL of that data center for this server, when it is another one.',
      },
      { name: 'DATA_CENTER_FOREIGN_1_PUBLIC_URL', about: 'Its URL for people.' },
      {
        name: 'DATA_CENTER_SECRET',
        isSecret: true,
        about: 'Shared by the data centers: at least 16 characters that cannot be guessed (`openssl rand -base64 32`).',
      },
      {
        name: 'PLANT_COUNTRIES_REFUSED',
        about:
          'Countries (`US`) and regions (`OA`), separated by commas, in which no plant may be built on this server: message 46.',
      },
      {
        name: 'CHINA_USERS_REFUSED',
        fallback: 'false',
        about:
          '`true`: people of mainland China cannot register here and are sent to the data center there (message 47), even if this server knows no other.',
      },
    ],
  },
  {
    title: 'Weather',
    settings: [
      {
        name: 'WEATHER_PROVIDER',
        fallback: 'none',
        about:
          '`open-meteo`, `met-norway`, `bright-sky`, `openweather` or `solcast`. Each request tells that service where your plants stand, to about a kilometer. Read its terms: Open-Meteo and Solcast are free for private use only.',
      },
      {
        name: 'WEATHER_URL',
        fallback: 'the provider’s own',
        about: 'Base address, for a server of your own with the same interface.',
      },
      { name: 'WEATHER_KEY', isSecret: true, about: 'The key, where one is needed.' },
      {
        name: 'WEATHER_ARCHIVE_URL',
        fallback: 'WEATHER_URL, else the provider’s own',
        about:
          'Where Open-Meteo and Bright Sky are asked for the past of plants that are older than three months. `none`: no service is asked.',
      },
      {
        name: 'WEATHER_CALLS_PER_DAY',
        fallback: 'the provider’s free ones',
        about: 'Each place is asked hourly, or as often as this suffices for all.',
      },
    ],
  },
  {
    title: 'Brand and law',
    settings: [
      {
        name: 'TERMS_URL',
        fallback: '/terms',
        about:
          'Terms of all brands that name none: a link (`https://…`, `http://…`), a path on this server, or `off`. Registration asks for consent to the texts that there are. See [operations](operations.md#terms-and-privacy).',
      },
      { name: 'PRIVACY_URL', fallback: '/privacy', about: 'The privacy notice, in the same way.' },
      {
        name: 'AMAP_SCRIPT_URL',
        about: 'The operator’s AMap script with its key; this server fetches it for its visitors.',
      },
      { name: 'GOOGLE_MAP_SCRIPT_URL', about: 'The operator’s Google Maps script with its key, in the same way.' },
      {
        name: 'TRACKING_ORIGINS',
        about: 'Origins whose scripts the server’s own brands may load once a visitor agreed, separated by commas.',
      },
    ],
  },
  {
    title: 'Operation',
    settings: [
      { name: 'LOG_LEVEL', fallback: 'info', about: 'Level of the log (pino).' },
      {
        name: 'METRICS_TOKEN',
        isSecret: true,
        about:
          'At least 16 characters: `GET /metrics` for Prometheus with `Authorization: Bearer …`. Without it the path is 404.',
      },
      { name: 'SECURITY_CONTACT', about: '`mailto:` or `https:` address for /.well-known/security.txt.' },
      {
        name: 'ENCRYPTION_ACCEPTS_BARE',
        fallback: 'off',
        about:
          '`1`: encrypted bodies without time, nonce and call are accepted as well, for clients that know only that form; they can be replayed ([ADR 8](adr)).',
      },
      {
        name: 'HELIOGRAPH_DEMO_PASSWORD',
        isSecret: true,
        about: 'For trials: the password of an account that the first start makes. `npm run demo` sets it.',
      },
      { name: 'HELIOGRAPH_DEMO_ACCOUNT', fallback: 'demo', about: 'The name of that account.' },
    ],
  },
]

export const settings: readonly Setting[] = settingGroups.flatMap((group) => group.settings)

/** The document of all settings. */
export function renderSettings(): string {
  const secret = settings.filter(({ isSecret }) => isSecret).map(({ name }) => `\`${name}_FILE\``)
  return [
    '# Settings',
    '',
    'Settings come from the environment. A value that does not fit ends the start with a sentence that names it; a name that looks like a misspelled setting is said in the log.',
    `A secret may stand in a file instead: ${secret.join(', ')}.`,
    '',
    'This page is made from `apps/server/src/settings-table.ts`: `npx vitest run --project server apps/server/src/settings-table.test.ts -u` writes it.',
    ...settingGroups.flatMap((group) => [
      '',
      `## ${group.title}`,
      '',
      '| name | default | what |',
      '|---|---|---|',
      ...group.settings.map(({ name, fallback = '', from, to, about }) => {
        const bounds = from === undefined || to === undefined ? '' : ` (${from} to ${to})`
        return `| \`${name}\` | ${fallback} | ${about}${bounds} |`
      }),
    ]),
    '',
  ].join('\n')
}

/** Names in the environment that are no setting but nearly one, each with the setting that may be meant. */
export function misspelledSettings(env: NodeJS.ProcessEnv): readonly Readonly<{ name: string; meant: string }>[] {
  const known = settings.filter(({ name }) => !name.includes('<')).map(({ name }) => name)
  const isKnown = (name: string) => known.includes(name.replace(/_FILE$/, ''))
  return Object.keys(env).flatMap((name) => {
    if (name.length < 6 || isKnown(toPresentName(name))) return []
    const meant = known.find((setting) => setting.length >= 6 && isOneSlipAway(name, setting))
    return meant === undefined ? [] : [{ name, meant }]
  })
}

/** One letter more, less, other, or two neighbors swapped. */
function isOneSlipAway(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1) return false
  let start = 0
  while (start < left.length && left[start] === right[start]) start += 1
  const restOf = (text: string, from: number) => text.slice(start + from)
  return (
    restOf(left, 1) === restOf(right, 1) ||
    restOf(left, 1) === restOf(right, 0) ||
    restOf(left, 0) === restOf(right, 1) ||
    (left[start] === right[start + 1] && left[start + 1] === right[start] && restOf(left, 2) === restOf(right, 2))
  )
}
