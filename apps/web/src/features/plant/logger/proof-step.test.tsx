import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Claim } from '../../../api/claims.ts'
import { type CurrentPlant, CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { Toasts } from '../../../ui/toasts.tsx'
import { ProofStep } from './proof-step.tsx'

const SERIAL = '2345678901'
const claim = { serial: SERIAL, restartUntilMs: null, dispute: null } as unknown as Claim
const proofPath = `POST /maintain-s/operating/station/7/device/gateway/post/${SERIAL}`

let asked: unknown[]
let proven: boolean

function open(changes: Partial<Claim> = {}, rights = ['addPlantDevice', 'deletePlantDevice']): void {
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'GET /user-s/acc/client-ip': () => ({ ip: '203.0.113.7' }),
      [proofPath]: ({ url, body }) => {
        asked.push([new URL(url, 'http://localhost').searchParams.get('verificationType'), body])
        return { proven, restartUntil: Math.floor(Date.now() / 1000) + 120 }
      },
      [`POST /maintain-s/power/system/7/gateway/${SERIAL}/dispute`]: ({ body }) => {
        asked.push(body)
        return { success: true }
      },
      [`DELETE /maintain-s/power/system/7/gateway/${SERIAL}`]: () => {
        asked.push('withdrawn')
        return { success: true }
      },
    }),
  )
  const plant = { plantId: 7, can: (right: string) => rights.includes(right) } as unknown as CurrentPlant
  renderPage(
    <CurrentPlantContext value={plant}>
      <ul>
        <ProofStep plantId={7} claim={{ ...claim, ...changes }} hasLabelCodes hidesAddresses={false} />
      </ul>
      <Toasts />
    </CurrentPlantContext>,
  )
}
const press = async (name: RegExp | string) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  asked = []
  proven = false
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the proof that a logger is one’s own', () => {
  it('waits for a restart for two minutes, and says when none came', async () => {
    open({ restartUntilMs: Date.now() + 60_000 })
    expect(await screen.findByText(/^Restart the logger now/)).toBeTruthy()
    cleanup()
    open({ restartUntilMs: Date.now() - 1 })
    expect(await screen.findByText(/^No restart was detected/)).toBeTruthy()
    await press('I restart it now')
    await waitFor(() => expect(asked).toHaveLength(1))
  })

  it('says whether the place or the label’s code proved it', async () => {
    open()
    await press('Check again from here')
    await waitFor(() => expect(asked).toHaveLength(1))
    proven = true
    await press('Enter the check code')
    const confirm = screen.getAllByRole('button').find((element) => element.getAttribute('type') === 'submit')
    expect((confirm as HTMLButtonElement).disabled).toBe(true)
    await userEvent.click(screen.getByRole('textbox'))
    await userEvent.paste(' AB12CD34 ')
    await userEvent.click(confirm as HTMLButtonElement)
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(JSON.stringify(asked[1])).toContain('AB12CD34"')
    expect(await screen.findByText('The logger belongs to this plant now')).toBeTruthy()
  })

  it('asks for a reason before a dispute', async () => {
    open()
    await press('It is mine, but registered to someone else')
    const confirm = screen.getAllByRole('button').find((element) => element.getAttribute('type') === 'submit')
    await userEvent.click(screen.getByRole('textbox'))
    await userEvent.paste('too short')
    expect((confirm as HTMLButtonElement).disabled).toBe(true)
    await userEvent.paste(' no more')
    await userEvent.click(confirm as HTMLButtonElement)
    await waitFor(() => expect(asked).toEqual([{ reason: 'too short no more' }]))
  })

  it('can be withdrawn, by who may remove loggers', async () => {
    open()
    await press(`Remove ${SERIAL} from this plant`)
    await waitFor(() => expect(asked).toEqual(['withdrawn']))
    cleanup()
    open({}, ['addPlantDevice'])
    await screen.findByText(SERIAL)
    expect(screen.queryByRole('button', { name: `Remove ${SERIAL} from this plant` })).toBeNull()
  })

  it('offers nothing to who may not add devices, and says how a dispute stands', async () => {
    open({ dispute: 'refused' }, [])
    expect(await screen.findByText(/^An administrator has decided/)).toBeTruthy()
    expect(screen.queryAllByRole('button')).toEqual([])
  })
})
