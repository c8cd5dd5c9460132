import type { Page } from '@playwright/test'

/** As text: what the loader of TypeScript adds to functions is missing in the page. */
const watch = (link: string): string => `{
  const painted = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = then
    port2.postMessage(undefined)
  })
  let isShown = false, isChosen = false, pressedAt = 0
  const look = () => {
    const found = document.querySelector(${JSON.stringify(link)})
    if (found && !isShown) {
      isShown = true
      painted(() => {
        const { x, y, width, height } = found.getBoundingClientRect()
        shownAt(x + width / 2, y + height / 2)
      })
    }
    if (found?.hasAttribute('aria-current') && !isChosen) {
      isChosen = true
      painted(() => chosenAfter(performance.now() - pressedAt))
    }
  }
  addEventListener('pointerdown', ({ timeStamp }) => { pressedAt = timeStamp }, true)
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true })
}`

/**
 * A link pressed as soon as it is on the screen, as a person does who waits for it: what finds elements for tests looks
 * every half second only, and runs in the page's own thread. Call before the page opens.
 * @param after what is on the screen for a second before the press
 * @returns resolves once the screen shows the link as chosen, with the ms since the press
 */
export async function pressOnceShown(page: Page, link: string, after?: string): Promise<() => Promise<number>> {
  let show: (at: readonly [number, number]) => void = () => undefined
  let choose: (ms: number) => void = () => undefined
  const shown = new Promise<readonly [number, number]>((resolve) => {
    show = resolve
  })
  const chosen = new Promise<number>((resolve) => {
    choose = resolve
  })
  await page.exposeFunction('shownAt', (x: number, y: number) => show([x, y]))
  await page.exposeFunction('chosenAfter', (ms: number) => choose(ms))
  await page.addInitScript({ content: watch(link) })
  return async () => {
    let [x, y] = await shown
    if (after !== undefined) {
      await page.locator(after).first().waitFor()
      await page.waitForTimeout(1_000)
      // What came since may have moved it.
      const box = await page.locator(link).boundingBox()
      if (box !== null) [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    }
    await page.mouse.click(x, y)
    return chosen
  }
}
