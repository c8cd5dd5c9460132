import type { CallReply } from '@heliograph/contract/calls.ts'
import type { Reply } from '@heliograph/devices/reads/modbus/dialog.ts'
import {
  buildMap,
  findKnownMap,
  listKnownMaps,
  type MapRecipe,
  type ReadItem,
  readItems,
} from '@heliograph/devices/reads/register-map/own-map.ts'
import { readDump } from '@heliograph/devices/reads/register-map/read-dump.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { addOwnMap, findOwnMap, type LabDesk, listOwnMaps, removeOwnMap } from '../../intake/collect/collect.ts'
import type { Membership } from '../../people/accounts/accounts.ts'
import type { FamilyHandlers } from './handler.ts'

type Reading = CallReply<'POST /maintain-s/station/{id}/lab/dump'>
type Missing = Awaited<ReturnType<LabDesk['read']>>['missing']

/** This server speaks into the owner's network: people with whom the plant is shared do not send it there. */
function requireHolder({ role }: Membership): void {
  if (role !== 'owner') throw new Refusal('NO_PERMISSION')
}

const toItem = ({ item, value, words }: ReadItem): Reading['items'][number] => ({
  id: item.id,
  label: item.label,
  group: item.group,
  unit: item.unit ?? '',
  function: item.function,
  registers: [...item.registers],
  type: item.type,
  scale: item.scale ?? 1,
  quantity: item.quantity ?? null,
  isTurned: item.turn === true,
  value,
  words: [...words],
})

function toReading(replies: readonly Reply[], missing: Missing, mapId: string | null): Reading {
  const map = mapId === null ? undefined : findKnownMap(mapId)
  if (mapId !== null && map === undefined) throw new Refusal('NOT_FOUND')
  return {
    blocks: replies.map(({ block, words }) => ({
      function: block.function,
      address: block.address,
      words: [...words],
    })),
    missing: [...missing],
    items: map ? readItems(map, replies).map(toItem) : [],
  }
}

function readText(body: Readonly<{ text: string; function: 3 | 4; base: 10 | 16 }>): readonly Reply[] {
  try {
    return readDump(body.text, { function: body.function, base: body.base, unit: 1 })
  } catch (error) {
    throw new Refusal('PARAM_ERROR', { field: 'body.text', reason: error instanceof Error ? error.message : '' })
  }
}

const toWireRecipe = (recipe: MapRecipe) => ({
  ...recipe,
  assigned: recipe.assigned.map((item) => ({ ...item })),
  added: recipe.added.map((item) => ({ ...item, type: item.type as 'u16' })),
})

export const labHandlers = {
  'GET /maintain-s/station/{id}/lab/maps': async ({ context: { db, session } }) => ({
    known: listKnownMaps().map(({ id, maker, family, models, items, isAssigned, source, license }) => ({
      id,
      maker: maker ?? '',
      family: family ?? '',
      models: [...(models ?? [])],
      items: items.length,
      isAssigned,
      source,
      license,
    })),
    own: (await listOwnMaps(db, session)).map(({ id, name, recipe }) => ({ id, name, recipe: toWireRecipe(recipe) })),
  }),
  'POST /maintain-s/station/{id}/lab/dump': async ({ body }) => toReading(readText(body), [], body.mapId),
  'POST /maintain-s/station/{id}/lab/read': async ({ params, body, context }) => {
    requireHolder(context.membership)
    const { mapId, span, ...endpoint } = body
    const wish = mapId === null ? span : { mapId }
    if (wish === null || (mapId !== null && span !== null)) throw new Refusal('PARAM_ERROR', { field: 'body.span' })
    const { replies, missing } = await context.services.lab.read(params.id, endpoint, wish)
    return toReading(replies, missing, mapId)
  },
  'POST /maintain-s/station/{id}/lab/maps': async ({ body, context: { db, session, nowMs } }) => ({
    id: await addOwnMap(db, session, { ...body, nowMs }),
  }),
  'DELETE /maintain-s/station/{id}/lab/maps/{mapId}': async ({ params, context: { db, session } }) => {
    await removeOwnMap(db, session, params.mapId)
    return { success: true }
  },
  'GET /maintain-s/station/{id}/lab/maps/{mapId}/file': async ({ params, context: { db, session } }) => {
    const { id, name, recipe } = await findOwnMap(db, session, params.mapId)
    return { name, recipe: toWireRecipe(recipe), map: { ...buildMap(`own-${id}`, recipe) } }
  },
  'POST /maintain-s/station/{id}/lab/maps/{mapId}/use': async ({ params, body, context }) => {
    requireHolder(context.membership)
    const { db, services, session } = context
    const { id: mapId, name, recipe } = await findOwnMap(db, session, params.mapId)
    const { userId } = session
    const rates = { pollSeconds: 60, storeSeconds: 60 }
    return { id: await services.lab.use({ ...body, ...rates, plantId: params.id, userId, mapId, name, recipe }) }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
