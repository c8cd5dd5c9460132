import { cleanup } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { BatteryAnswer } from './battery-answer.tsx'
import { testBattery } from './testing/test-battery.ts'

afterEach(cleanup)

it.each([
  [null, 'The battery is at 66%.'],
  [3, 'The battery is at 66% and rests.'],
  [-4000, 'The battery is at 66% and charges at 4.00 kW.'],
])('with a power of %s W: %s', (powerW, sentence) => {
  const battery = testBattery(1, { socPercent: 66, powerW })
  const { container } = renderPage(<BatteryAnswer branch={{ battery, modules: [] }} failed={false} />)
  expect(container.querySelector('.answer')?.textContent).toContain(sentence)
})
