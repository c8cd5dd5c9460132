import { expect, type Page, test } from '@playwright/test'
import { expectNoSidewaysScroll } from '../checks.ts'
import { useDemo } from '../shared-demo.ts'
import { enterDemo } from './enter.ts'

const WIDTHS = Array.from({ length: 33 }, (_, step) => 320 + step * 50)
const addresses = ['/plant/fleet', '/messages', '/plant/infos/data?id=15']

/** Pairs of controls of the header that lie on each other, and those that reach out of it. */
const overlaps = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const header = document.querySelector('[data-part~="app-header"]')
    if (!header) return ['no header']
    const boxes = [...header.querySelectorAll('a, button')]
      .map((item) => ({ name: item.textContent || item.getAttribute('aria-label'), box: item.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0)
    const apart = 0.5
    const out = boxes.filter(({ box }) => box.left < 0 || box.right > innerWidth + apart || box.width < 24)
    return [
      ...out.map(({ name }) => `${name} has no room`),
      ...boxes.flatMap((item, at) =>
        boxes
          .slice(at + 1)
          .filter(
            ({ box }) =>
              Math.min(item.box.right, box.right) - Math.max(item.box.left, box.left) > apart &&
              Math.min(item.box.bottom, box.bottom) - Math.max(item.box.top, box.top) > apart,
          )
          .map(({ name }) => `${item.name} and ${name}`),
      ),
    ]
  })

test.describe('the header', () => {
  const demo = useDemo()

  for (const language of ['de', 'fr', 'uk'])
    test(`has room for each control from 320 to 1920 px: ${language}`, async ({ page, context }) => {
      test.slow()
      await context.addCookies([{ name: 'lan', value: language, url: demo().url }])
      for (const address of addresses) {
        await enterDemo(page, demo().url, address)
        await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`))
        await expect(page.getByRole('banner').getByRole('button').first()).toBeVisible()
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 })
          expect(await overlaps(page), `${address} at ${width} px`).toEqual([])
        }
        await page.setViewportSize({ width: 320, height: 900 })
        await expect(() => expectNoSidewaysScroll(page)).toPass()
      }
    })
})
