import { expect, test } from 'vitest'
import { loadRestOfTexts, loadTexts, watchTexts } from './load-texts.ts'

test('a page gets the rest of its texts before its later part is drawn', async () => {
  const first = await loadTexts('de')
  expect(first).toHaveProperty(['shell.menu.logOut'])
  expect(first).not.toHaveProperty(['setup.account'])
  const seen: string[] = []
  const end = watchTexts(async () => {
    seen.push(...Object.keys(await loadTexts('de')).filter((key) => key === 'setup.account'))
  })
  await loadRestOfTexts()
  expect(seen).toEqual(['setup.account'])
  end()
  // Who begins to watch later is told at once; another language comes whole.
  const late = new Promise<void>((resolve) => {
    watchTexts(async () => resolve())
  })
  await late
  expect(await loadTexts('zh')).toHaveProperty(['setup.account'])
})
