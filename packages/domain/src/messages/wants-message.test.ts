import { describe, expect, it } from 'vitest'
import { defaultMessageSettings, readMessageSettings } from './message-settings.ts'
import { wantsAlarm } from './wants-message.ts'

const fault = { level: 2, change: 'opened', atMs: 0 } as const
const { email } = defaultMessageSettings.channels
const wants = (options: Partial<Record<'channel' | 'settings' | 'exception' | 'alarm', object>> = {}) =>
  wantsAlarm(
    { ...email, ...options.channel },
    { ...defaultMessageSettings, ...options.settings },
    options.exception === undefined ? undefined : { alarms: null, mutedUntilMs: null, ...options.exception },
    { ...fault, ...options.alarm },
    1_000,
  )

describe('the alarms that a channel tells', () => {
  it('begin at its level', () => {
    expect([wants(), wants({ alarm: { level: 1 } })]).toEqual([true, false])
    expect(wants({ channel: { alarms: 'off' } })).toBe(false)
    expect(wants({ channel: { alarms: 0 }, alarm: { level: 0 } })).toBe(true)
  })

  it('follow what was chosen for one plant', () => {
    expect(wants({ exception: { alarms: 1 }, alarm: { level: 1 } })).toBe(true)
    expect(wants({ exception: { alarms: 'off' } })).toBe(false)
    // A channel without alarms stays without them.
    expect(wants({ channel: { alarms: 'off' }, exception: { alarms: 0 } })).toBe(false)
  })

  it('are silent while the plant is muted', () => {
    expect(wants({ exception: { mutedUntilMs: 1_001 } })).toBe(false)
    expect(wants({ exception: { mutedUntilMs: 1_000 } })).toBe(true)
    expect(wants({ exception: { mutedUntilMs: Number.POSITIVE_INFINITY } })).toBe(false)
  })

  it('name ends and reminders only where they are wanted', () => {
    expect(wants({ alarm: { change: 'closed' } })).toBe(true)
    expect(wants({ alarm: { change: 'closed' }, settings: { recovery: false } })).toBe(false)
    expect(wants({ alarm: { change: 'escalated' }, settings: { escalation: false } })).toBe(false)
  })
})

describe('stored settings', () => {
  it('get defaults for what they lack or what is no setting', () => {
    for (const stored of [
      undefined,
      null,
      7,
      {},
      { quiet: { fromMinute: 1, toMinute: 1 }, channels: [], zone: 'Moon/1' },
    ])
      expect(readMessageSettings(stored)).toEqual(defaultMessageSettings)
  })

  it('come back as they were stored', () => {
    const settings = {
      ...defaultMessageSettings,
      quiet: { fromMinute: 1320, toMinute: 420, faultsPass: true },
      digest: 'weekly',
      zone: 'Asia/Tokyo',
      groupMinutes: 60,
    } as const
    expect(readMessageSettings(JSON.parse(JSON.stringify(settings)))).toEqual(settings)
  })
})
