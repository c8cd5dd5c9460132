import examples from './call-examples.json' with { type: 'json' }

/** One request of a call and its reply. Long lists are cut to their first two. */
export type CallExample = Readonly<{
  params?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
  reply?: unknown
}>

/** By method and path: the specification's calls, as specified-calls.test.ts recorded them. */
export const callExamples: Readonly<Record<string, CallExample>> = examples
