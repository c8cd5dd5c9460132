import { createHash } from 'node:crypto'
import type { Disk } from '../store/disk.ts'
import { readWhole, writeWhole } from '../store/write-whole.ts'
import { createServerLink } from './server-link.ts'

const FILE = 'identity.json'

/** As what this agent is known to its server. */
export type Identity = Readonly<{ serverUrl: string; token: string }>
type Kept = Identity & Readonly<{ codeHash: string }>

const hashOf = (code: string): string => createHash('sha256').update(code).digest('base64url')

/**
 * The identity on the disk; with a code that was not used yet, a new one. @throws Error in words when there is none
 */
export async function findIdentity(
  disk: Disk,
  options: Readonly<{
    serverUrl: string | undefined
    pairingCode: string | undefined
    version: string
    platform: string
    agent: string
    say: (line: string) => void
  }>,
): Promise<Identity> {
  const { serverUrl, pairingCode, version, platform, agent, say } = options
  const kept = (await readWhole(disk, FILE)) as Kept | undefined
  const isNew = pairingCode !== undefined && hashOf(pairingCode) !== kept?.codeHash
  if (!isNew && kept !== undefined) return { serverUrl: serverUrl ?? kept.serverUrl, token: kept.token }
  if (serverUrl === undefined || pairingCode === undefined)
    throw new Error('This agent is not paired yet: start it with the address of the server and the code of the page')
  const { token, name } = await createServerLink({ serverUrl, agent }).call('POST /agent-s/pair', {
    pairingCode,
    version,
    platform,
  })
  await writeWhole(disk, FILE, { serverUrl, token, codeHash: hashOf(pairingCode) } satisfies Kept)
  say(`paired with ${new URL(serverUrl).host} as "${name}"`)
  return { serverUrl, token }
}
