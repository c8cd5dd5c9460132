import type { ExportPort } from '../account-lifecycle/account-lifecycle.ts'
import type { DataCenters } from '../data-centers/data-centers.ts'
import type { EncryptionKey } from '../encryption/encryption.ts'
import type { IdentityProviders } from '../identity-providers/identity-providers.ts'
import type { ReadingsDesk } from '../ingest/ingest.ts'
import type { Mail } from '../mail/mail.ts'
import type { Recounts } from '../plants/plants.ts'
import type { Captcha } from '../verification/verification.ts'

/** What handlers need beside the database: made once per process from the configuration (server.ts), or for a test. */
export type Services = Readonly<{
  mail: Mail
  /** Takes readings that programs post. */
  readings: ReadingsDesk
  /** Where accounts are exported to. */
  accountExports: ExportPort
  /** Which data centre this is, and the others that it knows. */
  dataCenters: DataCenters
  /** Counts histories anew after a change. */
  recounts: Recounts
  /** The address that links in letters lead to, e.g. https://pv.example.org. */
  publicUrl: string
  /** Opens what browsers sealed. */
  encryptionKey: EncryptionKey
  /** Whether anybody may open an account; else only who was invited. */
  registrationOpen: boolean
  /** Asked for after failures. */
  humanCheck: Captcha
  /** Other people's sign-ins that may be used here. */
  identityProviders: IdentityProviders
}>
