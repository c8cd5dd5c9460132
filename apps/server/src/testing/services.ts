import { generateKeyPairSync } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '@heliograph/domain/errors.ts'
import { pino } from 'pino'
import { aloneCentres } from '../centres/centres.ts'
import type { Services } from '../families/services.ts'
import type { SealingKey } from '../sealing/sealing.ts'
import { createThirdParty } from '../third-party/third-party.ts'
import { noHumanChecks } from '../verification/verification.ts'
import { createRecordingPost, type RecordingPost } from './post.ts'

export type TestServices = Services & Readonly<{ post: RecordingPost }>

/** Everything that a server is configured with, for tests. */
export const createTestServices = (given: Partial<TestServices> = {}): TestServices => ({
  // A test that posts readings gives the desk of an ingest.
  readings: {
    post: async () => {
      throw new Refusal('UNAVAILABLE')
    },
  },
  post: createRecordingPost(),
  accountExports: { dir: join(tmpdir(), 'heliograph-no-exports'), plantLimit: null, wake: () => {} },
  centres: aloneCentres(),
  sealingKey: testSealingKey(),
  publicUrl: 'http://localhost',
  registrationOpen: true,
  humanCheck: noHumanChecks,
  thirdParty: createThirdParty({ providers: [], publicUrl: 'http://localhost', log: pino({ level: 'silent' }) }),
  ...given,
})

let sealingKey: SealingKey | undefined

/** One pair for all tests of a file: making one takes a tenth of a second. */
function testSealingKey(): SealingKey {
  if (sealingKey === undefined) {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const publicPem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    sealingKey = { keyId: 'test', publicPem, privateKey: pair.privateKey }
  }
  return sealingKey
}
