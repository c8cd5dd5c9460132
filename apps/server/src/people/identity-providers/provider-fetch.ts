/** Limits of a provider's response time and size. */
const PATIENCE_MS = 10_000
export const MOST_BYTES = 256 * 1024

/** The room's HTTP requests: no redirects, a time limit and a size limit. */
export async function fetchBounded(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, {
    ...init,
    redirect: 'manual',
    signal: init.signal ?? AbortSignal.timeout(PATIENCE_MS),
  })
  const body = await readBounded(response)
  const { status, headers } = response
  return new Response(body.length === 0 ? null : body, { status, headers })
}

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    bytes += next.value.length
    if (bytes > MOST_BYTES) {
      await reader?.cancel()
      throw new Error(`the provider answered more than ${MOST_BYTES} bytes`)
    }
    chunks.push(next.value)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** A GET with a JSON answer of any content type: WeChat and QQ send it as text. */
export async function fetchJson(base: string, path: string, query: Readonly<Record<string, string>>): Promise<unknown> {
  const url = new URL(`${base}${path}`)
  // The address holds the application's secret: no error message may repeat it.
  url.search = new URLSearchParams(query).toString()
  const response = await fetchBounded(url, { headers: { accept: 'application/json' } })
  if (response.status !== 200) throw new Error(`the provider answered ${response.status}`)
  try {
    return await response.json()
  } catch {
    throw new Error('the provider answered no JSON')
  }
}
