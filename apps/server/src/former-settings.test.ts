import { expect, it } from 'vitest'
import { withFormerSettings } from './former-settings.ts'

it('takes a former spelling for the present name, which goes first', () => {
  expect(withFormerSettings({ DATA_CENTRE_SECRET_FILE: '/a', MAX_PLANTS_PER_ORGANISATION: '7' })).toMatchObject({
    DATA_CENTER_SECRET_FILE: '/a',
    MAX_PLANTS_PER_ORGANIZATION: '7',
  })
  expect(withFormerSettings({ DATA_CENTRE: 'CHINA', DATA_CENTER: 'FOREIGN_1' }).DATA_CENTER).toBe('FOREIGN_1')
})
