// Starts the server with what the Supervisor and the person who installed the add-on say. The container starts as root;
// the server, its PostgreSQL and all that they write belong to an ordinary user.
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Home Assistant passes on its people's requests from there (developers.home-assistant.io/docs/apps/presentation). */
const SUPERVISOR = '172.30.32.2'
// A trial names other folders and another user.
const {
  ADD_ON_DATA: data = '/data',
  ADD_ON_APP: app = '/app',
  ADD_ON_USER: user = 'node',
  ADD_ON_SUPERVISOR: supervisor = SUPERVISOR,
} = process.env

const optionsFile = join(data, 'options.json')
const options = existsSync(optionsFile) ? JSON.parse(readFileSync(optionsFile, 'utf8')) : {}
const store = join(data, 'heliograph')

const settings = {
  HOME_ASSISTANT_SUPERVISOR: supervisor,
  TRUST_PROXY: supervisor.split(':')[0],
  DATA_DIR: store,
  WEB_DIR: join(app, 'apps/web/dist'),
  PORT: '8080',
  LOGGER_PORT: '10000',
  DEVICE_NETWORKS: (options.device_networks ?? []).join(','),
  LOG_LEVEL: options.log_level ?? 'info',
  PUBLIC_URL: options.public_url,
  HOME: store,
}
for (const [name, value] of Object.entries(settings)) if (value) process.env[name] ??= value
process.env.HOME = store

mkdirSync(store, { recursive: true, mode: 0o700 })
if (process.getuid() === 0) {
  const [, uid, gid] = findUser(user)
  chownSync(store, uid, gid)
  process.initgroups(user, gid)
  process.setgid(gid)
  process.setuid(uid)
}
process.chdir(store)
await import(new URL(`file://${join(app, 'apps/server/dist/main.js')}`).href)

function findUser(name) {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [account, , uid, gid] = line.split(':')
    if (account === name) return [account, Number(uid), Number(gid)]
  }
  throw new Error(`There is no user ${name}`)
}
