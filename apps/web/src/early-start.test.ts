import { expect, it } from 'vitest'
import { loadTextsEarly } from './early-start.ts'

it('asks for the texts of the chosen language, else of the browser', () => {
  const files = { en: ['en.js'], de: ['de.js', 'first-de.js'] }
  loadTextsEarly(files)
  // biome-ignore lint/suspicious/noDocumentCookie: as the page sets it
  document.cookie = 'lan=de'
  loadTextsEarly(files)
  expect([...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'))).toEqual([
    '/en.js',
    '/de.js',
    '/first-de.js',
  ])
})
