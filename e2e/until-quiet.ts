import { expect, type Page, type Request } from '@playwright/test'

/** Nothing was asked for this long: longer than React holds back what replaces a placeholder. */
const QUIET_MS = 500

type Answers = Readonly<{ isQuiet: () => boolean; forget: () => void }>

/** Every answer came, also those to what earlier answers made the page ask; not those that it renews with each sample. */
export function watchAnswers(page: Page): Answers {
  const [known, asked] = [new Set<string>(), new Set<Request>()]
  let lastAt = Date.now()
  const end = (request: Request): void => {
    if (asked.delete(request)) lastAt = Date.now()
  }
  page.on('request', (request) => {
    // A live stream stays open.
    if (known.has(request.url()) || request.url().includes('/live/')) return
    known.add(request.url())
    asked.add(request)
    lastAt = Date.now()
  })
  // Not its end: an answer that the page does not read has none.
  page.on('response', (response) => end(response.request()))
  page.on('requestfailed', end)
  return {
    isQuiet: () => asked.size === 0 && Date.now() - lastAt > QUIET_MS,
    // A document that is left takes the events of its requests with it.
    forget() {
      known.clear()
      asked.clear()
      lastAt = Date.now()
    },
  }
}

/** @param open what leads to the page */
export async function untilQuiet(page: Page, open: () => Promise<unknown>): Promise<void> {
  const answers = watchAnswers(page)
  await open()
  await expect.poll(answers.isQuiet, { intervals: [100] }).toBe(true)
}
