import { Buffer } from 'node:buffer'
import { expect, it } from 'vitest'
import { cleanSvg } from './clean-svg.reader.ts'

const draw = (inner: string): Buffer => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`)
const cleaned = (inner: string): string | undefined => cleanSvg(draw(inner))?.toString()

it('keeps a drawing, its gradients and its symbols', () => {
  const inner =
    '<linearGradient id="g"/><symbol id="s"><rect fill="url(#g)"/><path style="fill:url( \'#g\' )"/></symbol><use href="#s"/><use href="#s"/>'
  expect(cleaned(inner)).toBe(draw(inner).toString())
})

it.each([
  ['a script', '<script>alert(1)</script>'],
  ['a script in another name space', '<svg:script xlink:href="https://x.example/a.js"/>'],
  ['nested foreign content', '<foreignObject><foreignObject><b/></foreignObject><i/></foreignObject>'],
  ['a picture from elsewhere', '<image href="file:///etc/passwd"/>'],
  ['a style sheet from elsewhere', '<?xml-stylesheet href="https://x.example/a.css"?>'],
])('drops %s', (_, inner) => {
  expect(cleaned(`<rect/>${inner}<circle/>`)).toBe(draw('<rect/><circle/>').toString())
})

it('drops handlers and addresses', () => {
  expect(cleaned('<a href="javascript:alert(1)" onclick="x()"><rect fill="url(https://x.example/a)"/></a>')).toBe(
    draw('<a><rect fill="none"/></a>').toString(),
  )
})

const layers = (many: number): string =>
  Array.from({ length: many }, (_, n) => `<g id="a${n + 1}">${`<use href="#a${n}"/>`.repeat(10)}</g>`).join('')
it.each([
  ['references to references', `<g id="a0"><rect/></g>${layers(6)}<use href="#a6"/>`],
  ['a reference to itself', '<g id="a"><use href="#a"/></g><use href="#a"/>'],
  ['endless noise', '<filter><feTurbulence numOctaves="100"/></filter>'],
  ['a hundred effects', `<filter>${'<feOffset/>'.repeat(100)}</filter>`],
  ['endless depth', '<g>'.repeat(500)],
  ['a type of document with definitions', '<!DOCTYPE svg><!DOCTYPE svg>'],
])('refuses %s', (_, inner) => {
  expect(() => cleanSvg(draw(inner))).toThrow('IMAGE_UNREADABLE')
})

it.each([
  ['elements that never end', '<script>'.repeat(9_000)],
  ['tags that never end', `${'<set a'.repeat(9_000)}${'x'.repeat(400_000)}`],
  ['addresses that never end', `<g style="${'url( '.repeat(90_000)}"/>`],
  ['a type of document that never ends', `<!DOCTYPE${'x'.repeat(500_000)}`],
])('reads %s once', (_, inner) => {
  const beganMs = process.cpuUsage().user
  try {
    cleanSvg(draw(inner))
  } catch {
    // Refused is as good as cleaned.
  }
  // Read to its end from each beginning it took minutes.
  expect(process.cpuUsage().user - beganMs).toBeLessThan(2_000_000)
})
