import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Suspense, use } from 'react'
import { useNavigationType, useSearchParams } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { SegmentedLinks, Tabs } from './tabs.tsx'

afterEach(cleanup)

const never = new Promise<never>(() => undefined)

/** Month takes forever to draw, as on a slow device. */
function Content({ view }: Readonly<{ view: string }>) {
  if (view === 'month') use(never)
  return <p>Content of {view}</p>
}

function Screen({ as }: Readonly<{ as: 'tabs' | 'segmented' }>) {
  const [params] = useSearchParams()
  const view = params.get('view') ?? 'day'
  const places = ['day', 'month', 'year'].map((text) => ({ to: `?view=${text}`, label: text, current: text === view }))
  const Links = as === 'tabs' ? Tabs : SegmentedLinks
  return (
    <>
      <Links label="Views" places={places} />
      <Content view={view} />
      <p data-testid="type">{useNavigationType()}</p>
    </>
  )
}

const show = (as: 'tabs' | 'segmented') =>
  renderPage(
    <Suspense>
      <Screen as={as} />
    </Suspense>,
  )
const press = (name: string, how?: MouseEventInit) =>
  act(async () => void fireEvent.click(screen.getByRole('link', { name }), how))
const chosen = () =>
  screen
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('aria-current'))
    .map(({ textContent }) => textContent)

it.each(['tabs', 'segmented'] as const)('%s show what was pressed before its content is drawn', async (as) => {
  show(as)
  expect(chosen()).toEqual(['day'])
  await press('month')
  expect(screen.getByText('Content of day')).toBeTruthy()
  expect(chosen()).toEqual(['month'])
})

it('shows what was pressed last, and the content that came', async () => {
  show('segmented')
  await press('month')
  await press('year')
  expect(await screen.findByText('Content of year')).toBeTruthy()
  expect(chosen()).toEqual(['year'])
})

it.each(['tabs', 'segmented'] as const)(
  '%s forget the press when the reader goes back before its content is drawn',
  async (as) => {
    show(as)
    await press('month')
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
    expect(chosen()).toEqual(['day'])
  },
)

it('stays where it is when the press opens another window', async () => {
  show('segmented')
  await press('month', { ctrlKey: true })
  expect(chosen()).toEqual(['day'])
})

it('scrolls the current tab of a strip that is too narrow into it', () => {
  const sizes = { scrollWidth: 600, clientWidth: 200 }
  for (const [name, value] of Object.entries(sizes))
    vi.spyOn(HTMLElement.prototype, name as 'scrollWidth', 'get').mockReturnValue(value)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: HTMLElement) {
    return (this.tagName === 'A' ? new DOMRect(400, 0, 100, 40) : new DOMRect(0, 0, 200, 40)) as DOMRect
  })
  show('tabs')
  expect(screen.getByRole('navigation').scrollLeft).toBe(350)
  vi.restoreAllMocks()
})

it('makes one entry of an address, however often its tab is pressed', async () => {
  renderPage(
    <Suspense>
      <Screen as="tabs" />
    </Suspense>,
    { path: '/?view=day' },
  )
  await press('day')
  await waitFor(() => expect(screen.getByTestId('type').textContent).toBe('REPLACE'))
  await press('year')
  await press('year')
  await waitFor(() => expect(screen.getByTestId('type').textContent).toBe('PUSH'))
  await press('year')
  await waitFor(() => expect(screen.getByTestId('type').textContent).toBe('REPLACE'))
})
