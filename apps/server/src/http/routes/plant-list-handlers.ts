import type { ListView } from '@heliograph/contract/maintain-s/plant-lists.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import {
  addTag,
  listTags,
  listViews,
  removeTag,
  removeView,
  renameTag,
  saveView,
  tagPlants,
} from '../../fleet/plants/plants.ts'
import { followTags } from '../../insight/alarms/alarms.ts'
import type { Session } from '../../people/accounts/accounts.ts'
import type { FamilyHandlers } from './handler.ts'

/** Tags are used by all members of an organization, and named and removed by its administrators. */
function requireTagKeeper({ organizationRole }: Session): void {
  if (organizationRole === 'user') throw new Refusal('NO_PERMISSION')
}

/** People's rules may be for the plants with a tag, so a change of tags touches the rules. */
export const plantListHandlers = {
  'GET /maintain-s/station/tags': async ({ context }) => {
    const tags = await listTags(context.db, context.session, context.nowMs)
    return { total: tags.length, data: tags }
  },
  'POST /maintain-s/station/tags': async ({ body, context }) => ({
    id: await addTag(context.db, context.session, body.name),
  }),
  'POST /maintain-s/station/tags/{tagId}': async ({ params, body, context }) => {
    requireTagKeeper(context.session)
    await followTags(context.db, await renameTag(context.db, context.session, params.tagId, body.name), context.nowMs)
    return { success: true }
  },
  'DELETE /maintain-s/station/tags/{tagId}': async ({ params, context }) => {
    requireTagKeeper(context.session)
    await followTags(context.db, await removeTag(context.db, context.session, params.tagId), context.nowMs)
    return { success: true }
  },
  'POST /maintain-s/station/tags/plants': async ({ body, context }) => {
    const change = { plantIds: body.plantIds, add: body.add, remove: body.remove }
    await tagPlants(context.db, context.session, change, context.nowMs)
    await followTags(context.db, change.plantIds, context.nowMs)
    return { success: true }
  },
  'GET /maintain-s/station/views': async ({ context }) => {
    const views = await listViews<ListView>(context.db, context.session)
    return { total: views.length, data: views }
  },
  'POST /maintain-s/station/views': async ({ body, context }) => saveView(context.db, context.session, body),
  'DELETE /maintain-s/station/views/{viewId}': async ({ params, context }) => {
    await removeView(context.db, context.session, params.viewId)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
