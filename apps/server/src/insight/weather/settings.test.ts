import { describe, expect, it } from 'vitest'
import { readWeatherSettings } from './providers.ts'

describe('the choice of a weather service', () => {
  it('is off unless somebody names one', () => {
    expect(readWeatherSettings({})).toBeNull()
    expect(readWeatherSettings({ WEATHER_PROVIDER: 'none', WEATHER_KEY: 'x' })).toBeNull()
  })
  it('takes the provider’s own address, or another one', () => {
    expect(readWeatherSettings({ WEATHER_PROVIDER: 'open-meteo' })?.baseUrl).toBe('https://api.open-meteo.com')
    const own = { WEATHER_PROVIDER: 'open-meteo', WEATHER_URL: 'http://127.0.0.1:8090/' }
    expect(readWeatherSettings(own)?.baseUrl).toBe('http://127.0.0.1:8090')
  })
  it('asks the archive where it asks for the weather, unless told else', () => {
    const archive = (env: Record<string, string>) =>
      readWeatherSettings({ WEATHER_PROVIDER: 'open-meteo', ...env })?.archiveUrl
    expect(archive({})).toBe('https://archive-api.open-meteo.com')
    expect(archive({ WEATHER_URL: 'http://10.0.0.2/' })).toBe('http://10.0.0.2')
    expect(archive({ WEATHER_ARCHIVE_URL: 'http://10.0.0.3' })).toBe('http://10.0.0.3')
    expect(archive({ WEATHER_ARCHIVE_URL: 'none' })).toBeNull()
    expect(readWeatherSettings({ WEATHER_PROVIDER: 'met-norway' })?.archiveUrl).toBeNull()
  })
  it.each([
    [{ WEATHER_PROVIDER: 'weather.com' }, 'WEATHER_PROVIDER must be none'],
    [{ WEATHER_PROVIDER: 'solcast' }, 'needs WEATHER_KEY'],
    [{ WEATHER_PROVIDER: 'open-meteo', WEATHER_URL: 'ftp://x' }, 'WEATHER_URL must begin'],
    [{ WEATHER_PROVIDER: 'open-meteo', WEATHER_CALLS_PER_DAY: '0' }, 'WEATHER_CALLS_PER_DAY'],
  ])('refuses %j', (env, message) => {
    expect(() => readWeatherSettings(env)).toThrow(message)
  })
})
