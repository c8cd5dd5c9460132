import { createHash } from 'node:crypto'
import type { ReadingResult } from '../../intake/ingest/ingest.ts'
import type { FamilyHandlers } from './handler.ts'

/** Names fields as they stand in the call. */
function locate(result: ReadingResult) {
  if (result.state === 'refused') return { ...result, field: `body.${result.field}` }
  const { leftOutValues, ...rest } = result
  if (leftOutValues === undefined) return rest
  return { ...rest, leftOutValues: leftOutValues.map((value) => ({ ...value, field: `body.${value.field}` })) }
}

export const readingHandlers = {
  'POST /maintain-s/station/{id}/readings': async ({ params, body, context }) => {
    const { session, client, services } = context
    const results = await services.readings.post({
      plantId: params.id,
      userId: session.userId,
      sender: createHash('sha256')
        .update(context.token ?? '')
        .digest('base64url'),
      address: client.address,
      ...body,
    })
    const count = (state: ReadingResult['state']): number => results.filter((result) => result.state === state).length
    return {
      stored: count('stored'),
      repeated: count('repeated'),
      refused: count('refused'),
      results: results.map(locate),
    }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
