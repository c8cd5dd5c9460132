import { generateKeyPairSync } from 'node:crypto'
import { pino } from 'pino'
import { readConfig } from '../config.ts'
import { defaultClaimLimits } from '../fleet/loggers/loggers.ts'
import { defaultPlantLimits } from '../fleet/plants/plants.ts'
import type { Services } from '../http/routes/services.ts'
import { createWires, readClouds } from '../intake/ingest/ingest.ts'
import { readKeptData } from '../kept-data.ts'
import { createSingleDataCenter, noRegionRules } from '../operator/data-centers/data-centers.ts'
import { createIdentityProviders } from '../people/identity-providers/identity-providers.ts'
import { noCaptcha } from '../people/verification/verification.ts'
import { createUnwrap, type EncryptionKey } from '../platform/encryption/encryption.ts'
import { createRecordingMail, type RecordingMail } from './recording-mail.ts'
import { createRecordingRecounts, type RecordingRecounts } from './recording-recounts.ts'

export const TEST_AGENT_TOKEN = 'hge_an-agent-of-tests'

export type TestServices = Services & Readonly<{ mail: RecordingMail; recounts: RecordingRecounts }>

/** Services with every setting of a server, for tests. */
export const createTestServices = (options: Partial<TestServices> = {}): TestServices => ({
  mail: createRecordingMail(),
  messages: {
    pushKey: 'BA',
    findTelegramBot: async () => 'heliograph_bot',
    checkLink: async () => {},
    checkPush: async () => {},
  },
  webhooks: { test: async () => ({ arrived: true, reason: null, answer: 'HTTP 200' }) },
  // Stores nothing: a test that posts readings passes the desk of an ingest.
  readings: { post: async () => [], store: async () => [] },
  lines: { write: async () => ({ stored: 0, problems: [] }) },
  foreignPeers: { find: () => undefined, list: () => [] },
  hidesLoggers: () => false,
  loggerClouds: readClouds({ LOGGER_CLOUDS: 'data1.solarmanpv.com:10000,cloud.example:10000' }),
  frames: { list: () => [], keptSinceMs: () => 0 },
  accountExports: { plantLimit: null, order: async () => {} },
  deviceGate: { isOpen: true, check: async () => '192.0.2.1' },
  // Finds nothing and reads nothing.
  lab: {
    read: async () => ({ replies: [], missing: [] }),
    use: async () => 1,
  },
  targets: {
    isOpen: false,
    ways: [],
    askable: async () => [],
    list: async () => [],
    probe: async () => [],
    add: async () => 1,
    change: async () => {},
    pause: async () => {},
    remove: async () => '',
    read: async () => {},
    history: async () => [],
  },
  // Knows one agent, of no plant.
  agents: {
    now: () => 0,
    requireOnline: async () => {},
    probe: async () => [],
    read: async () => {},
    scan: async () => {},
    list: async () => [],
    addPairing: async () => ({ pairingCode: 'ABCD-2345', expiresAtMs: 0 }),
    remove: async () => {},
    pair: async () => ({ token: '', name: '' }),
    find: async (token) =>
      token === TEST_AGENT_TOKEN ? { id: 1, plantId: 999_999, tokenHash: Buffer.alloc(32) } : undefined,
    poll: async () => ({ version: '', requests: [] }),
    report: async () => {},
    readings: async () => [],
    answer: async () => false,
    endWaits: () => {},
  },
  scans: {
    networks: () => [],
    find: async () => null,
    start: async () => 1,
    cancel: async () => {},
    setNetwork: async () => {},
  },
  commands: {
    read: async () => ({ state: 'failed', reason: 'offline' }),
    set: async () => ({ state: 'failed', reason: 'offline', before: null, after: null }),
  },
  plantExports: { order: async () => {} },
  historyImports: { order: async () => {} },
  recounts: createRecordingRecounts(),
  wires: createWires(),
  claimLimits: defaultClaimLimits,
  dataCenters: createSingleDataCenter(),
  regionRules: noRegionRules,
  brandSettings: { proofs: { readTxt: async () => [], readFile: async () => '' }, trackingOrigins: [] },
  encryptionKey: testEncryptionKey(),
  publicUrl: 'http://localhost',
  registrationOpen: true,
  plantLimits: defaultPlantLimits,
  weather: null,
  keptData: readKeptData(readConfig({})),
  humanCheck: noCaptcha,
  identityProviders: createIdentityProviders({
    providers: [],
    publicUrl: 'http://localhost',
    log: pino({ level: 'silent' }),
  }),
  ...options,
})

let encryptionKey: EncryptionKey | undefined

/** One pair for all tests of a file, because making one takes a tenth of a second. */
function testEncryptionKey(): EncryptionKey {
  if (encryptionKey === undefined) {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const publicPem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    encryptionKey = { keyId: 'test', publicPem, unwrap: createUnwrap(pair.privateKey) }
  }
  return encryptionKey
}
