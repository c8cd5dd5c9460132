// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { hearLess } from './hear-less.ts'

it('leaves out the events that no part handles', () => {
  const root = new EventTarget()
  const [tap, move] = [vi.fn(), vi.fn()]
  hearLess(root)
  root.addEventListener('click', tap, { capture: true })
  root.addEventListener('mousemove', move)
  root.dispatchEvent(new Event('mousemove'))
  root.dispatchEvent(new Event('click'))
  expect(tap).toHaveBeenCalledOnce()
  expect(move).not.toHaveBeenCalled()
})

const handlers = /\bon(?:(?:Got|Lost)PointerCapture|Mouse(?:Move|Over|Out|Up|Enter|Leave)|Touch[A-Z][a-z]+)\b/

it('finds a handler of such an event', () => {
  expect('<div onMouseEnter={open} />').toMatch(handlers)
  expect('<div onTouchStart={open} />').toMatch(handlers)
  expect('<div onPointerEnter={open} onMouseDown={open} />').not.toMatch(handlers)
})

it('has no part that handles one of them', () => {
  const folder = new URL('..', import.meta.url)
  const parts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'),
  )
  expect(parts.length).toBeGreaterThan(300)
  expect(parts.filter((path) => handlers.test(readFileSync(new URL(path, folder), 'utf8')))).toEqual([])
})
