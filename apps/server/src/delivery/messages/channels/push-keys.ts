import webPush from 'web-push'
import type { Db } from '../../../platform/db/database.ts'
import { openText, sealText, serverKeyPurpose } from '../../../platform/secret-key/secret-key.ts'
import type { PushKeys } from './send-push.ts'

const NAME = 'web-push'

/** Made once for all nodes: browsers that subscribed with other keys would get nothing. */
export async function ensurePushKeys({ kysely }: Pick<Db, 'kysely'>): Promise<PushKeys> {
  const read = () =>
    kysely.selectFrom('server_keys').select(['private', 'public']).where('name', '=', NAME).executeTakeFirst()
  let row = await read()
  if (row === undefined) {
    const made = webPush.generateVAPIDKeys()
    await kysely
      .insertInto('server_keys')
      .values({ name: NAME, private: sealText(made.privateKey, serverKeyPurpose(NAME)), public: made.publicKey })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    row = await read()
  }
  if (row === undefined) throw new Error('the keys of web push could not be stored')
  return { publicKey: row.public, privateKey: openText(row.private, serverKeyPurpose(NAME)) }
}
