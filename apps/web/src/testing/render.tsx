/** Renders a part of the page in a test: English, the product's own brand, a URL. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { configure, type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { MemoryRouter, useLocation } from 'react-router'
import type { CurrentUser } from '../api/account-types.ts'
import { type Brand, defaultBrand } from '../api/brand.ts'
import { userQuery } from '../api/queries.ts'
import { createQueryClient } from '../api/query-client.ts'
import { BrandContext } from '../brand/brand-context.ts'

// A part that is loaded when it is first wanted takes longer than a second on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

const files = import.meta.glob<Record<string, string>>('../../../../packages/i18n/src/locales/en/*.json', {
  eager: true,
  import: 'default',
})
const messages: Record<string, string> = Object.assign({}, ...Object.values(files))

/** The page's current URL: `screen.getByTestId('address').textContent`. */
function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{`${pathname}${search}`}</output>
}

type Given = Readonly<{
  path?: string
  /** Who is signed in; absent: the page asks. */
  user?: Partial<CurrentUser> | undefined
  brand?: Partial<Brand>
}>

export function renderPage(
  page: ReactNode,
  { path = '/', user, brand = {} }: Given = {},
): RenderResult & Readonly<{ client: QueryClient }> {
  const client = createQueryClient(() => undefined)
  if (user) client.setQueryData(userQuery.queryKey, { roleCodes: [], functions: [], ...user } as unknown as CurrentUser)
  const result = render(
    <IntlProvider locale="en-US" messages={messages}>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[path]}>
          <BrandContext value={{ ...defaultBrand, ...brand }}>{page}</BrandContext>
          <Address />
        </MemoryRouter>
      </QueryClientProvider>
    </IntlProvider>,
  )
  return { ...result, client }
}

export type Answer = (request: Readonly<{ url: string; method: string; body: unknown }>) => unknown

/** A server for a test: maps `'POST /path'` to its reply; `{ status, body }` for a refusal. */
export function answerCalls(
  answers: Readonly<Record<string, Answer>>,
): (url: string, init: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const path = url.split('?')[0]
    const method = init.method ?? 'GET'
    const answer = answers[`${method} ${path}`]
    if (!answer) return Response.json({ code: 'NOT_FOUND', no: 18 }, { status: 404 })
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const reply = await answer({ url, method, body })
    return reply instanceof Response ? reply : Response.json(reply)
  }
}

export const refuse = (status: number, body: unknown): Response => Response.json(body, { status })
