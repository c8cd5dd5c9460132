import { expect, test, vi } from 'vitest'

/** One of the first screens' texts, and one of the others'. */
const wanted = ['shell.menu.logOut', 'setup.account']
const seenOf = (texts: object): readonly string[] => wanted.filter((key) => key in texts)

test('a page gets the other texts before its later part is drawn', async () => {
  const { loadFirstTexts, loadRestOfTexts, loadTexts, watchTexts } = await freshModule()
  const first = await loadTexts('de')
  expect(first).toHaveProperty(['login.title'])
  expect(seenOf(first)).toEqual([])
  const seen: (readonly string[])[] = []
  const end = watchTexts(async () => {
    seen.push(seenOf(await loadTexts('de')))
  })
  await loadFirstTexts()
  await loadRestOfTexts()
  expect(seen).toEqual([['shell.menu.logOut'], wanted])
  end()
  // Another language comes whole; who has all is not told again.
  expect(seenOf(await loadTexts('zh'))).toEqual(wanted)
  watchTexts(async () => expect.unreachable())
})

test('who begins to watch after more texts came is told at once', async () => {
  const { loadTexts, loadRestOfTexts, watchTexts } = await freshModule()
  await loadTexts('de')
  await loadRestOfTexts()
  await new Promise<void>((resolve) => {
    watchTexts(async () => resolve())
  })
})

async function freshModule(): Promise<typeof import('./load-texts.ts')> {
  vi.resetModules()
  return import('./load-texts.ts')
}
