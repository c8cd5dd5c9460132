import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toBrand } from '../api/brand.ts'
import { setTransport } from '../api/call.ts'
import { CallFailure } from '../api/failure.ts'
import { BrandContext } from '../brand/brand-context.ts'
import { answerCalls, renderPage } from '../testing/render.tsx'
import { useCenterPrompts } from './center-prompts.tsx'
import { chosenCenter } from './data-center.ts'

const brand = toBrand({
  system: 'HELIOGRAPH',
  status: 'OK',
  supportLanList: [],
  textList: [
    { type: 'DATA_CENTER_CURRENT', lan: '', textInfo: 'FOREIGN_1' },
    { type: 'DATA_CENTER_VISIT_DOMAIN_2', lan: '', textInfo: 'CHINA' },
  ],
  colorList: [],
  apiKeyDtoList: [],
  blockFunctionCodeList: [],
  officalDomain: '',
  squareLogoLink: '',
  trackingCode: '',
  extendWeb: '',
})
const credentials = { account: 'mira', password: 'Tidal-Wave_73' }
const refused = (code: string, detail = {}) =>
  new CallFailure({ kind: 'status', status: 401, body: { code, no: 3, detail } as never })

function open(there: object, failure: unknown, onBrand = brand) {
  const retry = vi.fn()
  const onContinue = vi.fn()
  const told: boolean[] = []
  const page = { afterSignIn: (): void => undefined }
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'GET /user-s/data-center': () => ({
        here: 'FOREIGN_1',
        data: [
          { center: 'CHINA', url: null, prefix: '/mdc-cn', isHere: false },
          { center: 'FOREIGN_1', url: null, prefix: '/mdc-eu', isHere: true },
        ],
      }),
      'POST /mdc-cn/user-s/acc/check-user': () => there,
      'GET /mdc-cn/user-s/data-center': () => ({
        here: 'CHINA',
        data: [
          { center: 'CHINA', url: null, prefix: '/mdc-cn', isHere: true },
          { center: 'FOREIGN_1', url: null, prefix: '/mdc-eu', isHere: false },
        ],
      }),
      'POST /mdc-eu/user-s/acc/check-user': () => ({ exists: false, movedTo: null }),
    }),
  )
  function Page() {
    const center = useCenterPrompts({ retry, onContinue })
    const { afterSignIn } = center
    page.afterSignIn = () => void afterSignIn(credentials).then((item) => told.push(item))
    return (
      <>
        <button type="button" onClick={() => void center.explain(failure, credentials).then((item) => told.push(item))}>
          fail
        </button>
        <button type="button" onClick={() => void center.afterSignIn(credentials).then((item) => told.push(item))}>
          succeed
        </button>
        {center.prompts}
      </>
    )
  }
  renderPage(
    <BrandContext value={onBrand}>
      <Page />
    </BrandContext>,
  )
  // As it was when the page was first drawn: a started sign-in continues with it.
  const { afterSignIn } = page
  return { retry, onContinue, told, afterSignIn }
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

afterEach(() => {
  cleanup()
  localStorage.clear()
  setTransport({ center: undefined })
  vi.unstubAllGlobals()
})

describe('prompts about data centers', () => {
  it('offer the data center that has the account, and sign in there', async () => {
    const { retry, told } = open({ exists: true, movedTo: null }, refused('AUTH_INVALID_USERNAME_OR_PASSWORD'))
    await press('fail')
    await screen.findByText(/found in the China data center/)
    await press(/Switch to the China/)
    expect([retry.mock.calls.length, told, chosenCenter(brand)]).toEqual([1, [true], 'CHINA'])
    expect(screen.queryByText(/found in the China/)).toBeNull()
  })

  it('redirect a migrated account', async () => {
    const moved = refused('AUTH_USER_ALREADY_MIGRATED', { center: 'CHINA' })
    // What continues after the switch was started before it, like the page's sign-in.
    const page = open({ exists: true, movedTo: null }, moved)
    page.retry.mockImplementation(() => page.afterSignIn())
    await press('fail')
    await screen.findByText(/moved to another data center/)
    await press(/Switch to the China/)
    expect([page.retry.mock.calls.length, chosenCenter(brand)]).toEqual([1, 'CHINA'])
    // The account there is the one that was signed in to, not a second one.
    await waitFor(() => expect(page.told).toEqual([true, false]))
  })

  it('say once what to check, and offer a choice of data center', async () => {
    const { told } = open({ exists: false, movedTo: null }, refused('AUTH_INVALID_USERNAME_OR_PASSWORD'))
    await press('fail')
    await screen.findByText(/check that account, password and data center are correct/)
    await press('Select data center')
    await press('China data center')
    expect(chosenCenter(brand)).toBe('CHINA')
    localStorage.clear()
    await press('fail')
    await waitFor(() => expect(told).toEqual([true, false]))
  })

  it('do not let a password that is mistyped here lock the account there', async () => {
    const { told } = open({ exists: false, movedTo: null }, refused('AUTH_INVALID_USERNAME_OR_PASSWORD'))
    const served = vi.fn(globalThis.fetch)
    vi.stubGlobal('fetch', served)
    for (let times = 1; times <= 6; times += 1) {
      await press('fail')
      await waitFor(() => expect(told).toHaveLength(times))
    }
    expect(served.mock.calls.filter(([url]) => String(url).endsWith('/check-user'))).toHaveLength(2)
  })

  it('suggest merging two accounts until the user declines', async () => {
    const { onContinue, told } = open({ exists: true, movedTo: null }, undefined)
    await press('succeed')
    await screen.findByText(/The China data center has an account with this name/)
    await press('Not now')
    expect(onContinue).toHaveBeenCalledOnce()
    await press('succeed')
    await waitFor(() => expect(told).toEqual([true, false]))
  })

  it('link to the settings where accounts are merged', async () => {
    open({ exists: true, movedTo: null }, undefined)
    await press('succeed')
    await userEvent.click(await screen.findByRole('button', { name: 'Transfer and merge' }))
    expect(screen.getByTestId('address').textContent).toBe('/account/settings/data-center')
  })

  it('stay silent with one data center, and about other failures', async () => {
    const one = open({}, refused('AUTH_INVALID_USERNAME_OR_PASSWORD'), toBrand({ ...emptyBranding }))
    await press('fail')
    await press('succeed')
    await waitFor(() => expect(one.told).toEqual([false, false]))
    cleanup()
    const other = open({}, refused('USER_LOCKED'))
    await press('fail')
    await waitFor(() => expect(other.told).toEqual([false]))
  })
})

const emptyBranding = {
  system: 'HELIOGRAPH',
  status: 'OK',
  supportLanList: [],
  textList: [],
  colorList: [],
  apiKeyDtoList: [],
  blockFunctionCodeList: [],
  officalDomain: '',
  squareLogoLink: '',
  trackingCode: '',
  extendWeb: '',
}
