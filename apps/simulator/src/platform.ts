import type { CallArguments, CallName, CallReply } from '@heliograph/contract/calls.ts'

/** The simulator is a client like any other: it signs in, creates its plants and registers its loggers over HTTP. */
export type Platform = Readonly<{
  call: <N extends CallName>(name: N, input?: Partial<CallArguments<N>>) => Promise<CallReply<N>>
}>

export async function signIn(server: string, account: string, password: string): Promise<Platform> {
  const form = new URLSearchParams({ grant_type: 'password', username: account, password })
  const reply = await fetch(`${server}/oauth2-s/oauth/token`, { method: 'POST', body: form })
  if (!reply.ok) throw new Error(`Sign-in at ${server} refused: ${reply.status} ${await reply.text()}`)
  const { access_token: token } = (await reply.json()) as { access_token: string }
  return connect(server, token)
}

/** Calls of a token's session. */
export const connect = (server: string, token: string): Platform => ({
  async call(name, input = {}) {
    const [method = 'GET', template = ''] = name.split(' ')
    const { params, query, body } = input as { params?: object; query?: object; body?: unknown }
    let path = template
    for (const [key, value] of Object.entries(params ?? {}))
      path = path.replace(`{${key}}`, encodeURIComponent(String(value)))
    const search = new URLSearchParams(Object.entries(query ?? {}).map(([k, v]) => [k, String(v)]))
    const answer = await fetch(`${server}${path}${search.size > 0 ? `?${search}` : ''}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as never
  },
})

/** A device as a program posts it. */
export type PostedDevice = CallArguments<'POST /maintain-s/station/{id}/readings'>['body']['devices'][number]
