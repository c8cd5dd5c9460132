import { mkdirSync, readFileSync } from 'node:fs'
import { isPrivateAddress, type NetworkList, readNetworks } from '@heliograph/collect/reach/networks.ts'
import { type PortRange, readPortRanges } from '@heliograph/collect/reach/port-ranges.ts'

const FILE = 'heliograph-edge.conf'
const names = ['EDGE_SERVER', 'EDGE_CODE', 'EDGE_DATA', 'EDGE_NETWORKS', 'EDGE_LOOPBACK_PORTS', 'EDGE_DISK_MB'] as const
type Name = (typeof names)[number]

export type EdgeSettings = Readonly<{
  /** Missing: as it was paired. */
  serverUrl: string | undefined
  pairingCode: string | undefined
  dataDir: string
  networks: NetworkList
  /** Ports of this machine that may be read: a broker, or a gateway to a bus. */
  loopbackPorts: readonly PortRange[]
  mostBytes: number
}>

/**
 * From the environment, else from the file, else as usual; the address and the code may stand in the command.
 * @param options.file the text of the file, if there is one @throws Error naming the setting
 */
export function readSettings(
  options: Readonly<{ words: readonly string[]; env: Readonly<Record<string, string | undefined>>; file: string }>,
): EdgeSettings {
  const [url, code] = options.words
  const lines = readLines(options.file)
  const read = (name: Name): string | undefined => options.env[name]?.trim() || lines.get(name) || undefined
  const serverUrl = url ?? read('EDGE_SERVER')
  if (serverUrl !== undefined && !(URL.canParse(serverUrl) && /^https?:$/.test(new URL(serverUrl).protocol)))
    throw new Error(`The address of the server must begin with https:// or http://, not "${serverUrl}"`)
  const megabytes = Number(read('EDGE_DISK_MB') ?? 256)
  if (!Number.isInteger(megabytes) || megabytes < 16 || megabytes > 100_000)
    throw new Error('EDGE_DISK_MB must be a whole number of megabytes, at least 16')
  const listed = read('EDGE_NETWORKS')
  return {
    serverUrl,
    pairingCode: code ?? read('EDGE_CODE'),
    dataDir: read('EDGE_DATA') ?? './heliograph-edge-data',
    networks: listed === undefined ? { has: isPrivateAddress, isEmpty: false } : readNetworks(listed, 'EDGE_NETWORKS'),
    loopbackPorts: readPortRanges(read('EDGE_LOOPBACK_PORTS'), 'EDGE_LOOPBACK_PORTS'),
    mostBytes: megabytes * 1024 * 1024,
  }
}

function readLines(text: string): ReadonlyMap<string, string> {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.indexOf('=')
      const name = line.slice(0, at).trim()
      if (!names.some((known) => known === name)) throw new Error(`${FILE} has a line that is no setting: ${line}`)
      return [name, line.slice(at + 1).trim()]
    }),
  )
}

/** The settings of this process; the folder of its data exists afterwards. @throws Error naming the setting */
export function loadSettings(words: readonly string[], env: NodeJS.ProcessEnv): EdgeSettings {
  let file = ''
  try {
    file = readFileSync(env.EDGE_SETTINGS ?? FILE, 'utf8')
  } catch (error) {
    if (env.EDGE_SETTINGS !== undefined) throw error
  }
  const settings = readSettings({ words, env, file })
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
  return settings
}
