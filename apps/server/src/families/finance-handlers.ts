import { localDate } from '@heliograph/domain/time.ts'
import { editFinances, FIRST_DAY, previewVersion, removeVersion, saveVersion } from '../finance/finance.ts'
import { getFacts, plantFinance } from '../plants/plants.ts'
import {
  describeTariff,
  toDate,
  toFinanceChanges,
  toLoan,
  toTariff,
  toWireFinance,
  toWirePreview,
} from './finance-wire.ts'
import type { FamilyHandlers } from './handler.ts'

const nameOf = (from: string): string => (from === FIRST_DAY ? 'start' : from)

export const financeHandlers = {
  'GET /maintain-s/station/{id}/finance': async ({ params, context }) =>
    toWireFinance(await plantFinance(context.db, params.id, context.nowMs)),
  'POST /maintain-s/station/{id}/finance': async ({ params, body, context }) => {
    const { loan, ...costs } = body
    const given = Object.fromEntries(Object.entries(costs).filter(([, value]) => value !== undefined))
    const edit = { ...given, ...(loan === undefined ? {} : { loan: loan && toLoan(loan) }) }
    const { before, after } = await editFinances(context.db, params.id, edit)
    return { changes: toFinanceChanges(before, after) }
  },
  'POST /maintain-s/station/{id}/finance/tariff': async ({ params, body, context }) => {
    const version = { from: toDate(body.validFrom), tariff: toTariff(body) }
    const before = await saveVersion(context.db, params.id, version)
    const name = nameOf(version.from)
    const after = describeTariff(name, version.tariff)
    return { changes: [{ field: 'tariff', before: describeTariff(name, before), after }] }
  },
  'POST /maintain-s/station/{id}/finance/tariff/preview': async ({ params, body, context }) => {
    const facts = await getFacts(context.db, params.id)
    const change = { from: toDate(body.validFrom), tariff: body.tariff && toTariff(body.tariff) }
    return toWirePreview(await previewVersion(context.db, facts, change, localDate(context.nowMs, facts.zone)))
  },
  'DELETE /maintain-s/station/{id}/finance/tariff': async ({ params, body, context }) => {
    const from = toDate(body.validFrom)
    const removed = await removeVersion(context.db, params.id, from)
    return { changes: [{ field: 'tariff', before: describeTariff(nameOf(from), removed), after: null }] }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
