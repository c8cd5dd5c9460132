import type { Page } from '@playwright/test'

/** Documents come without the answers to their page's first calls, and without what was drawn from them: it makes each call itself. */
export const withoutFirstAnswers = (page: Page) =>
  page.route(
    () => true,
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const answers =
        /<template id="first-screen".*?<\/template>|<script type="application\/json" id="first-answers">.*?<\/script>/gs
      await route.fulfill({ response, body: (await response.text()).replace(answers, '') })
    },
  )
