import type { UseQueryResult } from '@tanstack/react-query'

type Asked = Pick<UseQueryResult, 'isPlaceholderData' | 'isFetching' | 'isFetchedAfterMount'>

/**
 * Whether a list may be drawn. Rows may stand in while others are on their way; that there are none is only said once the
 * answer has come: not by the list before it, nor by one from an earlier look.
 */
export const hasCome = (
  { isPlaceholderData, isFetching, isFetchedAfterMount }: Asked,
  rows: readonly unknown[] | undefined,
): boolean => rows !== undefined && (rows.length > 0 || !(isPlaceholderData || (isFetching && !isFetchedAfterMount)))
