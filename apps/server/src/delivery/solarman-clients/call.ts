import type { LanguageCode } from '@heliograph/domain/languages.ts'
import type { PlantRight } from '@heliograph/domain/permissions.ts'
import type { Session } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Body } from './read-body.ts'

export type ClientContext = Readonly<{
  db: Db
  nowMs: number
  session: Session
  language: LanguageCode
  body: Body
}>

/** A list too long to be held, written item by item as the last field of the reply. */
export type LongList = Readonly<{ fields: object; name: string; items: AsyncIterable<object> }>
export type Answer = object | Readonly<{ long: LongList }>

/**
 * A call of the SOLARMAN OpenAPI, always a POST. about: which id of the body it is about, and the right that it needs
 * there. cost: units of the person's budget; cheap calls are only counted.
 */
export type ClientCall = Readonly<
  { cost?: number } & (
    | { about: 'account'; answer: (context: ClientContext) => Promise<Answer> }
    | { about: 'station'; right: PlantRight; answer: (context: ClientContext, plantId: number) => Promise<Answer> }
    | { about: 'device'; right: PlantRight; answer: (context: ClientContext, device: FoundDevice) => Promise<Answer> }
  )
>

/** A device or logger that the session may see; `deviceId` null: a logger. */
export type FoundDevice = Readonly<{
  plantId: number
  zone: string
  serial: string
  deviceId: number | null
  loggerId: number | null
}>
