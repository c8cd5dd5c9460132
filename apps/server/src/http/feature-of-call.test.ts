import { type CallName, calls } from '@heliograph/contract/calls.ts'
import { expect, it } from 'vitest'
import { featuresOfCall } from './feature-of-call.ts'

const names = Object.keys(calls) as CallName[]

it.each([
  ['POST /user-s/acc/register', ['register']],
  ['POST /user-s/acc/password-reset', ['forgotPassword']],
  ['POST /maintain-s/station/{id}/report/jobs', ['dataExport']],
  ['GET /maintain-s/operating/station/screen/search', ['largeScreen']],
  ['GET /backyard-api-s/application/data-plan', ['deviceCharge', 'application']],
  ['POST /backyard-api-s/suggestion', ['suggestion']],
  ['POST /backyard-api-s/announcement/content', ['notice']],
  ['GET /maintain-s/station/{id}', []],
] as const)('%s belongs to %j', (name, codes) => {
  expect(featuresOfCall(name)).toEqual(codes)
})

it('no call that signs in, leaves or serves the operator is guarded', () => {
  const free = names.filter((name) =>
    /\/oauth2-s\/oauth\/|\/oem\/|unsubscribe|\/manage$|\/leave$|login-user|announcement$|report\/shared/.test(name),
  )
  expect(free.length).toBeGreaterThan(20)
  expect(free.filter((name) => featuresOfCall(name).length > 0)).toEqual([])
})
