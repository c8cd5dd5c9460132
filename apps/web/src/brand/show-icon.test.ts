import { beforeEach, expect, it } from 'vitest'
import page from '../../index.html?raw'
import { DEFAULT_ICON } from '../api/brand.ts'
import { showIcon } from './show-icon.ts'

beforeEach(() => {
  document.head.innerHTML = (page.match(/<link rel="(?:icon|apple-touch-icon|manifest)".*/g) ?? []).join('')
})
const hrefs = (rel: string) =>
  [...document.querySelectorAll(`link[rel="${rel}"]`)].map((link) => link.getAttribute('href'))

it('is ours without a brand', () => {
  showIcon({ icon: DEFAULT_ICON })
  expect(hrefs('icon')).toEqual([DEFAULT_ICON])
  expect(hrefs('apple-touch-icon')).toEqual(['/apple-touch-icon.png'])
  expect(hrefs('manifest')).toEqual(['/manifest.webmanifest'])
})

it("is the brand's everywhere", () => {
  showIcon({ icon: 'https://acme.example/mark.png' })
  expect(hrefs('icon')).toEqual(['https://acme.example/mark.png'])
  expect(hrefs('apple-touch-icon')).toEqual(['https://acme.example/mark.png'])
  expect(hrefs('manifest')).toEqual(['/manifest.webmanifest'])
})

it('names language and brand to the server where the page is installed from', () => {
  showIcon({ icon: DEFAULT_ICON }, { language: 'de', clientStyle: 'sunny & co' })
  expect(hrefs('manifest')).toEqual(['/manifest.webmanifest?lan=de&clientStyle=sunny+%26+co'])
})

it('is a plain one for a brand without an icon', () => {
  showIcon({ icon: DEFAULT_ICON, isOem: true }, { clientStyle: 'sunny' })
  expect(hrefs('icon')).toEqual(['/app-icons/192.png?clientStyle=sunny'])
})
