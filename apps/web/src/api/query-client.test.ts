import { beforeEach, describe, expect, it } from 'vitest'
import { CallFailure } from './failure.ts'
import { createQueryClient, quiet } from './query-client.ts'

const refused = () => new CallFailure({ kind: 'status', status: 403, body: { code: 'NO_PERMISSION', no: 21 } })
const ended = () => new CallFailure({ kind: 'status', status: 401, body: { code: 'AUTH_TOKEN_INVALID', no: 39 } })

let told: CallFailure[]
const client = () => createQueryClient((failure) => told.push(failure))
const ask = (failure: () => unknown, meta?: Record<string, unknown>) =>
  client()
    .fetchQuery({ queryKey: ['x'], queryFn: () => Promise.reject(failure()), retry: false, ...(meta ? { meta } : {}) })
    .catch(() => undefined)

beforeEach(() => {
  told = []
})

describe('failures of queries', () => {
  it('show one message, unless the screen asked for silence', async () => {
    await ask(refused)
    expect(told.map(({ code }) => code)).toEqual(['NO_PERMISSION'])
    await ask(refused, quiet)
    expect(told).toHaveLength(1)
  })

  it('show a message despite silence when the session ended', async () => {
    await ask(ended, quiet)
    expect(told.map(({ code }) => code)).toEqual(['AUTH_TOKEN_INVALID'])
  })

  it('show no toast when they are not calls', async () => {
    await ask(() => new TypeError('a bug'))
    expect(told).toEqual([])
  })
})

it('failures of user actions follow the same rule', async () => {
  const one = client()
  const act = (meta?: Record<string, unknown>) =>
    one
      .getMutationCache()
      .build(one, { mutationFn: () => Promise.reject(refused()), ...(meta ? { meta } : {}) })
      .execute(undefined)
      .catch(() => undefined)
  await act()
  await act(quiet)
  expect(told).toHaveLength(1)
})
