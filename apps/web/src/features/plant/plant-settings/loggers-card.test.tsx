import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { LoggersCard } from './loggers-card.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const gateway = {
  gatewayId: 3,
  deviceSn: '1790000118',
  gatewayName: 'Barn',
  ownership: 'claimed',
  online: true,
  deviceCount: 1,
  allowedSources: ['203.0.113.0/24'],
  strict: false,
  unproven: null,
}
const sender = { network: '198.51.100.7', records: 12, since: 1_750_000_000, addresses: ['198.51.100.7'] }
const doubted = { ...gateway, unproven: { ...sender, senders: [sender] } }
const other = { network: '2001:db8:1:2::/64', records: 3, since: 1_750_000_600, addresses: ['2001:db8:1:2::9'] }
const loggers = {
  total: 0,
  data: [],
  labelCodes: false,
  loggerPort: 10_000,
  loggerAddresses: [],
  foreignPeer: null,
  claims: [],
}

function open(wire: object | readonly object[], refused?: () => Response) {
  const sent: { url: string; body: unknown }[] = []
  const take = ({ url, body }: Readonly<{ url: string; body: unknown }>): unknown => {
    sent.push({ url, body })
    return refused?.() ?? {}
  }
  const at = '/maintain-s/power/system/7/gateway'
  vi.stubGlobal(
    'fetch',
    answerCalls({
      [`GET ${at}`]: () => ({ total: [wire].flat().length, data: [wire].flat() }),
      [`GET ${at}s`]: () => loggers,
      [`POST ${at}/3/unproven`]: take,
      [`POST ${at}/3/sources`]: take,
    }),
  )
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant: {} as never, zone: 'Europe/Berlin', can: () => true }}>
      <LoggersCard />
    </CurrentPlantContext>,
  )
  return sent
}
const press = async (name: string | RegExp): Promise<void> =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

it('folds the rest of many loggers, and never the ones that ask something', async () => {
  const many = [3, 4, 5, 6].map((gatewayId) => ({ ...gateway, gatewayId, gatewayName: `Barn ${gatewayId}` }))
  open([...many, { ...doubted, gatewayId: 7, gatewayName: 'Mill' }])
  await screen.findByText('Mill')
  expect(screen.queryByText('Barn 4')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show 3 more' }))
  expect(screen.getAllByText(/^(Barn|Mill)/).map(({ textContent }) => textContent)).toEqual([
    'Mill',
    'Barn 3',
    'Barn 4',
    'Barn 5',
    'Barn 6',
  ])
})

it('says what nothing proves, and counts it only after the owner confirmed', async () => {
  const sent = open(doubted)
  await screen.findByText('12 unproven records')
  expect(screen.getByText(/From 198\.51\.100\.7.*for 24\s?hours/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Accept' }))
  expect(within(await screen.findByRole('dialog')).getByText(/clocks do not continue/)).toBeTruthy()
  expect(sent).toEqual([])
  await press('Accept')
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ decision: 'accepted' }]))
})

it('accepts what one of two senders sent, and leaves the other', async () => {
  const sent = open({ ...gateway, unproven: { ...sender, records: 15, senders: [sender, other] } })
  await screen.findByText('12 unproven records')
  await screen.findByText('3 unproven records')
  await userEvent.click(screen.getAllByRole('button', { name: 'Accept' })[1] as HTMLElement)
  await press('Accept')
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([{ decision: 'accepted', network: '2001:db8:1:2::/64' }]),
  )
})

it('discards what somebody else sent, after the same question', async () => {
  const sent = open(doubted)
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(within(await screen.findByRole('dialog')).getByText(/Someone else used the serial number/)).toBeTruthy()
  await press('Cancel')
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await press('Discard')
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ decision: 'discarded' }]))
})

it('shows no doubt where there is none', async () => {
  open(gateway)
  await screen.findByText('Barn')
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
})

it.each([
  ['claimed', true],
  ['paired', true],
  // It names the plant to which it posts.
  ['posted', false],
])('offers to move a logger that is %s: %s', async (ownership, isOffered) => {
  open({ ...gateway, ownership })
  await userEvent.click(await screen.findByRole('button', { name: 'More for Barn' }))
  await screen.findByRole('menuitem', { name: 'Remove Barn' })
  expect(screen.queryByRole('menuitem', { name: /Move.*Barn/ }) !== null).toBe(isOffered)
})

it('limits the networks of a logger, and says when the server refuses one', async () => {
  const sent = open(gateway, () => refuse(400, { code: 'PARAM_ERROR', no: 17 }))
  await userEvent.click(await screen.findByRole('button', { name: 'More for Barn' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Networks of Barn' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect((dialog.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true)
  const field = dialog.getByLabelText(/Only from these networks/)
  await userEvent.clear(field)
  await userEvent.type(field, '198.51.100.7,  2001:db8::/32')
  await userEvent.click(dialog.getByLabelText('Only from networks that this logger has used before'))
  await press('Save')
  await waitFor(() =>
    expect(sent[0]?.body).toEqual({ allowedSources: ['198.51.100.7', '2001:db8::/32'], strict: true }),
  )
  // It stays open with what was typed.
  const told = await within(screen.getByRole('dialog')).findAllByRole('alert')
  expect(told.map((element) => element.textContent).join('')).not.toBe('')
  expect((field as HTMLInputElement).value).toContain('2001:db8::/32')
})
