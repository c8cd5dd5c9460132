import type { Centres } from '../centres/centres.ts'
import type { ReadingsDesk } from '../ingest/ingest.ts'
import type { ExportPort } from '../leaving/leaving.ts'
import type { Post } from '../mail/mail.ts'
import type { SealingKey } from '../sealing/sealing.ts'
import type { ThirdParty } from '../third-party/third-party.ts'
import type { HumanChecks } from '../verification/verification.ts'

/** What handlers need beside the database: made once per process from the configuration (server.ts), or for a test. */
export type Services = Readonly<{
  post: Post
  /** Takes readings that programs post. */
  readings: ReadingsDesk
  /** Where accounts are exported to. */
  accountExports: ExportPort
  /** Which data centre this is, and the others that it knows. */
  centres: Centres
  /** The address that links in letters lead to, e.g. https://pv.example.org. */
  publicUrl: string
  /** Opens what browsers sealed. */
  sealingKey: SealingKey
  /** Whether anybody may open an account; else only who was invited. */
  registrationOpen: boolean
  /** Asked for after failures. */
  humanCheck: HumanChecks
  /** Other people's sign-ins that may be used here. */
  thirdParty: ThirdParty
}>
