import { cleanup } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { usePageTitle } from './page-title.ts'

function Page({ parts }: Readonly<{ parts: readonly (string | undefined)[] }>) {
  usePageTitle(...parts)
  return null
}

afterEach(cleanup)

it.each([
  [['Vineyard', 'Devices'], 'Vineyard · Devices · Heliograph'],
  [[undefined, 'Devices'], 'Devices · Heliograph'],
  [[], 'Heliograph'],
])('%j is %j', (parts, expected) => {
  const { unmount } = renderPage(<Page parts={parts} />)
  expect(document.title).toBe(expected)
  unmount()
  expect(document.title).toBe('Heliograph')
})
