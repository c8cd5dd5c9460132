import { Refusal } from '@heliograph/domain/errors.ts'

/** A page of rows that are all in memory. Pages count from 1. */
export const pageOf = <T>(rows: readonly T[], { page, size }: Readonly<{ page: number; size: number }>): readonly T[] =>
  rows.slice((page - 1) * size, page * size)

/** Rows in the order that a call asks for. @throws Refusal PARAM_ERROR for a property that has no key */
export function sortBy<T>(
  rows: readonly T[],
  keys: Readonly<Record<string, (row: T) => string | number>>,
  property: string,
  direction: 'ASC' | 'DESC',
): readonly T[] {
  const keyOf = Object.hasOwn(keys, property) ? keys[property] : undefined
  if (keyOf === undefined) throw new Refusal('PARAM_ERROR', { field: 'query.order.property' })
  const sign = direction === 'ASC' ? 1 : -1
  return [...rows].sort((a, b) => {
    const [first, second] = [keyOf(a), keyOf(b)]
    return first === second ? 0 : first < second ? -sign : sign
  })
}
