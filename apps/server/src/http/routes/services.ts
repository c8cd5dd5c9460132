import type { DeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import type { KeptData } from '@heliograph/contract/user-s/kept-data.ts'
import type { ExportOrders } from '../../delivery/exports/exports.ts'
import type { MessageChannels } from '../../delivery/messages/messages.ts'
import type { WebhookTests } from '../../delivery/webhooks/webhooks.ts'
import type { ClaimLimits } from '../../fleet/loggers/loggers.ts'
import type { PlantLimits, Recounts } from '../../fleet/plants/plants.ts'
import type { WeatherSettings } from '../../insight/weather/weather.ts'
import type { AgentDesk } from '../../intake/agents/agents.ts'
import type { LabDesk, ScanDesk, TargetDesk } from '../../intake/collect/collect.ts'
import type { DeviceCommands } from '../../intake/commands/commands.ts'
import type { ImportOrders } from '../../intake/imports/imports.ts'
import type { Cloud, ForeignPeers, ReadingsDesk, RecentFrames, Wires } from '../../intake/ingest/ingest.ts'
import type { LineDesk } from '../../intake/line-protocol/line-protocol.ts'
import type { ExportPort } from '../../operator/account-lifecycle/account-lifecycle.ts'
import type { DataCenters, RegionRules } from '../../operator/data-centers/data-centers.ts'
import type { HomeAssistantDoor } from '../../operator/home-assistant/home-assistant.ts'
import type { IdentityProviders } from '../../people/identity-providers/identity-providers.ts'
import type { Captcha } from '../../people/verification/verification.ts'
import type { DomainProofs } from '../../platform/branding/branding.ts'
import type { EncryptionKey } from '../../platform/encryption/encryption.ts'
import type { Mail } from '../../platform/mail/mail.ts'

/**
 * The handlers' services beside the database: made once per process from the configuration (server.ts), or for a test.
 */
export type Services = Readonly<{
  mail: Mail
  /** Channels that messages can go out through. */
  messages: MessageChannels
  webhooks: WebhookTests
  /** Accepts readings that programs post. */
  readings: ReadingsDesk
  /** Accepts readings in line protocol. */
  lines: LineDesk
  /** Devices with another protocol that reached the logger port. */
  foreignPeers: Pick<ForeignPeers, 'find' | 'list'>
  /** Whether loggers came through a proxy that names none of them (docs/operations.md). */
  hidesLoggers: () => boolean
  frames: Pick<RecentFrames, 'list' | 'keptSinceMs'>
  /** The wires, which read labels of loggers and judge their senders. */
  wires: Wires
  /** How many loggers may wait for a proof. */
  claimLimits: ClaimLimits
  /** To which streams of loggers may go. */
  loggerClouds: readonly Cloud[]
  /** The export job of accounts. */
  accountExports: ExportPort
  /** Imports of history. */
  historyImports: ImportOrders
  /** Devices that this server reads. */
  targets: TargetDesk
  /** Looks through networks for devices. */
  agents: Omit<AgentDesk, 'close'>
  scans: Omit<ScanDesk, 'close' | 'note'>
  lab: LabDesk
  /** Where devices and brokers may be. */
  deviceGate: Pick<DeviceGate, 'isOpen' | 'check'>
  /** Reads and sets devices at once. */
  commands: DeviceCommands
  /** The exports of plants. */
  plantExports: ExportOrders
  /** This data center and the others it knows. */
  dataCenters: DataCenters
  /** Which countries the operator does not serve. */
  regionRules: RegionRules
  /** How many plants one may own. */
  plantLimits: PlantLimits
  /** Weather service; null when none is configured. */
  weather: WeatherSettings
  /** Brand settings: proofs of domains from outside, and the origins that scripts may load from. */
  brandSettings: Readonly<{ proofs: DomainProofs; trackingOrigins: readonly string[]; mapScripts?: object }>
  /** How long this server keeps what. */
  keptData: KeptData
  /** Recounts histories after a change. */
  recounts: Recounts
  /** The base URL of links in emails, e.g. https://pv.example.org. */
  publicUrl: string
  /** Decrypts encrypted request bodies. */
  encryptionKey: EncryptionKey
  /** True: open registration. False: by invitation only. */
  registrationOpen: boolean
  /** The CAPTCHA after failures. */
  humanCheck: Captcha
  /** The configured identity providers. */
  identityProviders: IdentityProviders
  /** Where this server is an add-on of Home Assistant. */
  homeAssistant?: HomeAssistantDoor | undefined
}>
