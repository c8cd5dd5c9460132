import { Refusal } from '@heliograph/domain/errors.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { rightsOfRole } from '@heliograph/domain/permissions.ts'
import { type Kysely, sql } from 'kysely'
import {
  type Client,
  finishFirstStep,
  isSetupOpen,
  type SignedIn,
  type SignInServices,
} from '../../people/accounts/accounts.ts'
import {
  findBoundUser,
  HOME_ASSISTANT,
  registerProviderAccount,
} from '../../people/identity-providers/identity-providers.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/db/log.ts'
import { reasonOf } from '../../platform/db/outage.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { HouseUser, Supervisor } from './supervisor.ts'

/** A person whom Home Assistant has signed in, as its Supervisor names them. */
export type HomeAssistantUser = Readonly<{ id: string; name: string }>

/** The way in for people whom Home Assistant has signed in. */
export type HomeAssistantDoor = Readonly<{
  /** Of the Supervisor: only from there is a person believed. */
  address: string
  /**
   * Signs in a person who came through the ingress. An administrator of Home Assistant who is new here gets an account, and
   * the home's plant with it; anyone else needs an account that this server knows.
   * @throws Refusal NO_PERMISSION; UNAVAILABLE when Home Assistant cannot be asked; as `finishFirstStep`
   */
  enter: (
    db: Db,
    options: Readonly<{
      user: HomeAssistantUser
      client: Client
      country: string
      language: LanguageCode
      nowMs: number
    }>,
    services: SignInServices,
  ) => Promise<SignedIn>
}>

export function createHomeAssistantDoor({
  supervisor,
  log,
}: Readonly<{
  supervisor: Pick<Supervisor, 'config' | 'listUsers'>
  log: Pick<Log, 'warn'>
}>): HomeAssistantDoor {
  const requireAdministrator = async (id: string): Promise<HouseUser> => {
    const people = await supervisor.listUsers().catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, 'Home Assistant could not be asked for its people')
      throw new Refusal('UNAVAILABLE')
    })
    const person = people.find((item) => item.id === id)
    if (person?.isAdmin !== true) throw new Refusal('NO_PERMISSION')
    return person
  }
  return {
    address: supervisor.config.address,
    enter: async (db, { user, client, country, language, nowMs }, services) => {
      const known = await findBoundUser(db.kysely, HOME_ASSISTANT.id, toProviderAccount(user))
      const person = known === undefined ? await requireAdministrator(user.id) : undefined
      const admit = (): Promise<number> =>
        db.transaction(async (transaction) => {
          const options = { person: { ...user, ...person }, country, language, nowMs }
          const userId = await ensureHouseAccount(transaction, options)
          await sharePlantOfHome(transaction, userId)
          return userId
        })
      const userId = known ?? (await admit())
      return await finishFirstStep(db, { ...client, userId, method: 'thirdParty', keep: false, nowMs }, services)
    },
  }
}

const toProviderAccount = ({ id, name }: HomeAssistantUser) => ({ subjects: [id] as const, label: name, email: null })

/** The account of a person of Home Assistant: the first one is this server's administrator. @returns its id */
export async function ensureHouseAccount(
  transaction: Kysely<Tables>,
  options: Readonly<{ person: HomeAssistantUser; country: string; language: LanguageCode; nowMs: number }>,
): Promise<number> {
  const { person, ...rest } = options
  // Two at once: the second one finds the account of the first.
  await sql`lock table setup_tokens in share row exclusive mode`.execute(transaction)
  const account = toProviderAccount(person)
  const known = await findBoundUser(transaction, HOME_ASSISTANT.id, account)
  if (known !== undefined) return known
  const isAdmin = await isSetupOpen({ kysely: transaction })
  if (isAdmin) await transaction.deleteFrom('setup_tokens').execute()
  return await registerProviderAccount(transaction, { ...rest, provider: HOME_ASSISTANT, account, isAdmin })
}

/** Everyone who administers the home sees its plant; a right that was taken back is not given again. */
async function sharePlantOfHome(transaction: Kysely<Tables>, userId: number): Promise<void> {
  const home = await transaction
    .selectFrom('installation as i')
    .innerJoin('plants as p', 'p.id', 'i.home_plant_id')
    .select('p.id')
    .executeTakeFirst()
  if (home === undefined) return
  await transaction
    .insertInto('plant_members')
    .values({ plant_id: home.id, user_id: userId, role: 'admin', rights: [...rightsOfRole.admin] })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
