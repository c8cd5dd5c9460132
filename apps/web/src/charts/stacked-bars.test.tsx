import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { StackedBars, type StackedPart } from './stacked-bars.tsx'

afterEach(cleanup)

const part = (id: string, value: number, pattern?: StackedPart['pattern']): StackedPart => ({
  id,
  name: id,
  color: 'grid',
  pattern,
  value,
  text: `${value} kWh`,
})

it('draws wholes on one scale, and writes every part of them', () => {
  renderPage(
    <StackedBars
      bars={[
        { label: 'Use', whole: 8, text: '8 kWh', parts: [part('load', 6), part('grid', 2, 'stripes')] },
        { label: 'Source', whole: 4, text: '4 kWh', parts: [part('sun', 4), part('purchase', 0, 'dots')] },
      ]}
    />,
  )
  const [use, source] = screen.getAllByRole('figure')
  const bars = [use, source].map((item) => item?.querySelector<HTMLElement>('[aria-hidden] > div')?.style.width)
  expect(bars).toEqual(['100%', '50%'])
  const told = (one: HTMLElement | undefined) =>
    within(one ?? document.body)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(told(use)).toEqual(['load6 kWh 75%', 'grid2 kWh 25%'])
  // A zero is written, not drawn.
  expect(told(source)).toEqual(['sun4 kWh 100%', 'purchase0 kWh 0%'])
})

it('fills the bar with its parts, also below one', () => {
  const parts = [part('sun', 0.2), part('battery', 0.3)]
  renderPage(<StackedBars bars={[{ label: 'Source', whole: 0.5, text: '0.5 kWh', parts }]} />)
  const grown = [...(screen.getByRole('figure').querySelectorAll<HTMLElement>('[aria-hidden] > div > i') ?? [])]
  expect(grown.map(({ style }) => Number(style.flexGrow))).toEqual([40, 60])
})
