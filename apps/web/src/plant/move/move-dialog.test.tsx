import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { wirePlant } from '../../testing/plants.ts'
import { type Answer, answerCalls, refuse, renderPage } from '../../testing/render.tsx'
import { MoveDeviceDialog, MoveLoggerDialog } from './move-dialog.tsx'

const row = (id: number, name: string, right: string) =>
  wirePlant({ id, name, address: 'Am Weiher 3', rights: [right] })
const rows = [row(7, 'Here', 'addPlantDevice'), row(8, 'Barn', 'addPlantDevice'), row(9, 'Looked at', 'viewPlantInfo')]
const own = (loggerId: number | null) => ({
  data: [{ deviceId: 5, name: 'Inverter', type: 'INVERTER', loggerId, replaced: [], moved: null }],
})
const gateway = (gatewayId: number, deviceCount: number) => ({
  data: [{ gatewayId, deviceSn: '17000001', gatewayName: '', ownership: 'claimed', deviceCount, unproven: null }],
})

let sent: { url: string; body: unknown }[] = []
const serve = (answers: Readonly<Record<string, Answer>>) => {
  const answer = answerCalls({
    'POST /maintain-s/operating/station/search': () => ({ total: 3, data: rows }),
    'GET /maintain-s/power/system/7/device': () => own(3),
    'GET /maintain-s/power/system/7/gateway': () => gateway(3, 2),
    'GET /maintain-s/power/system/8/gateway': () => gateway(4, 0),
    ...answers,
  })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url.includes('/move')) sent.push({ url, body: JSON.parse(String(init.body)) })
    return answer(url, init)
  })
}
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  sent = []
})
const confirm = () => fireEvent.click(screen.getByRole('button', { name: 'Move' }))

describe('moving a logger', () => {
  it('offers the other plants to which devices may be added', async () => {
    serve({ 'POST /maintain-s/power/system/7/gateway/3/move': () => ({ changes: [], devices: 2 }) })
    const onClose = vi.fn()
    renderPage(<MoveLoggerDialog plantId={7} logger={{ loggerId: 3, name: 'L', deviceCount: 2 }} onClose={onClose} />)
    fireEvent.click(await screen.findByLabelText(/Barn/))
    expect(screen.queryByLabelText(/Here|Looked at/)).toBeNull()
    confirm()
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent).toEqual([{ url: '/maintain-s/power/system/7/gateway/3/move', body: { toSystemId: 8 } }])
  })

  it('says why it cannot', async () => {
    serve({
      'POST /maintain-s/power/system/7/gateway/3/move': () => refuse(409, { code: 'OPTIMIZER_IN_PLANT', no: 53 }),
    })
    renderPage(<MoveLoggerDialog plantId={7} logger={{ loggerId: 3, name: 'L', deviceCount: 2 }} onClose={vi.fn()} />)
    fireEvent.click(await screen.findByLabelText(/Barn/))
    confirm()
    expect(await screen.findByText(/already stands at another logger/)).toBeTruthy()
  })
})

describe('moving a device', () => {
  it('goes with its logger, or alone to a logger of the other plant', async () => {
    serve({ 'POST /maintain-s/power/system/7/device/5/move': () => ({ changes: [] }) })
    const onClose = vi.fn()
    renderPage(<MoveDeviceDialog plantId={7} deviceId={5} name="Inverter" onClose={onClose} />)
    expect(((await screen.findByLabelText(/With its logger/)) as HTMLInputElement).checked).toBe(true)
    fireEvent.click(screen.getByLabelText(/Only this device/))
    fireEvent.click(await screen.findByLabelText(/Barn/))
    fireEvent.change(await screen.findByLabelText(/Reports there through/), { target: { value: '4' } })
    confirm()
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent).toEqual([{ url: '/maintain-s/power/system/7/device/5/move', body: { toSystemId: 8, loggerId: 4 } }])
  })
})
