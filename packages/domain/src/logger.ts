import type { Ownership } from './ownership.ts'
import type { UnreadReason } from './unread.ts'

/** Records of a logger that could not be read, and why; its layouts in the wire's terms, up to five. */
export type UnreadRecords = Readonly<{ reason: UnreadReason; kinds: readonly string[]; count: number }>

/** A logger of a plant as far as it is known, whatever its wire. */
export type LoggerFacts = Readonly<{
  wire: string
  ownership: Ownership
  /** The owner's name for it; empty: its address is shown. */
  name: string
  /** waiting: registered, never connected. seen: connected. data: its records arrive. */
  state: 'waiting' | 'seen' | 'data'
  online: boolean
  firmware: string
  signalPercent: number | null
  intervalS: number
  heartbeatS: number
  registeredAtMs: number | null
  firstSeenMs: number | null
  lastSeenMs: number | null
  /** The newest sample of its devices, by the time of measurement. */
  lastDataMs: number | null
  workingS: number | null
  totalWorkingS: number | null
  deviceCount: number
  /** Records that could not be read; refused ones are not among them. */
  unread: readonly UnreadRecords[]
  /** Records that nothing proves to be its own. */
  unproven: number
  rejected: number
  /** Two live connections used its serial number; one may be an impostor. */
  duplicateSeenMs: number | null
  /** Identifying data of the site: only where requested, and with the right to add devices. */
  network: Readonly<{ mac: string; localAddress: string; ssid: string }> | null
  /** The logger whose place it took. */
  replaced: Readonly<{ serial: string; atMs: number }> | null
}>
