import { expect, it } from 'vitest'
import { readDataCenters } from './data-center-config.ts'

const SECRET = 'sixteen-characters'

it('a server is alone unless another data center has an address', () => {
  expect(readDataCenters({})).toEqual({ here: 'FOREIGN_1', others: [], secret: undefined })
  expect(readDataCenters({ DATA_CENTER: 'CHINA', DATA_CENTER_CHINA_URL: 'https://cn.example.org' })).toMatchObject({
    here: 'CHINA',
    others: [],
  })
})

it('knows the other data center by its address', () => {
  const env = {
    DATA_CENTER: 'CHINA',
    DATA_CENTER_FOREIGN_1_URL: 'https://pv.example.org/sun/',
    DATA_CENTER_FOREIGN_1_PUBLIC_URL: 'https://pv.example.org',
    DATA_CENTER_SECRET: SECRET,
  }
  expect(readDataCenters(env)).toEqual({
    here: 'CHINA',
    others: [{ center: 'FOREIGN_1', url: 'https://pv.example.org/sun', publicUrl: 'https://pv.example.org' }],
    secret: SECRET,
  })
})

it.each<[string, NodeJS.ProcessEnv]>([
  ['DATA_CENTER must be', { DATA_CENTER: 'MOON' }],
  ['DATA_CENTER_CHINA_URL must be', { DATA_CENTER_CHINA_URL: 'cn.example.org', DATA_CENTER_SECRET: SECRET }],
  ['DATA_CENTER_CHINA_URL must be', { DATA_CENTER_CHINA_URL: 'file:///etc', DATA_CENTER_SECRET: SECRET }],
  ['DATA_CENTER_CHINA_URL must be', { DATA_CENTER_CHINA_URL: 'https://a.example/?x=1', DATA_CENTER_SECRET: SECRET }],
  [
    'DATA_CENTER_CHINA_URL must begin with https',
    { DATA_CENTER_CHINA_URL: 'http://cn.example.org', DATA_CENTER_SECRET: SECRET },
  ],
  ['DATA_CENTER_SECRET must have', { DATA_CENTER_CHINA_URL: 'https://cn.example.org' }],
  ['DATA_CENTER_SECRET can be guessed', { DATA_CENTER_SECRET: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' }],
  ['DATA_CENTER_SECRET must have', { DATA_CENTER_CHINA_URL: 'https://cn.example.org', DATA_CENTER_SECRET: 'short' }],
])('says what is wrong: %s', (message, env) => {
  expect(() => readDataCenters(env)).toThrow(message)
})
