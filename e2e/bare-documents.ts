import type { Page } from '@playwright/test'

/** Documents come without the answers to their page's first calls: it makes each call itself. */
export const withoutFirstAnswers = (page: Page) =>
  page.route(
    () => true,
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const answers = /<script type="application\/json" id="first-answers">.*?<\/script>/s
      await route.fulfill({ response, body: (await response.text()).replace(answers, '') })
    },
  )
