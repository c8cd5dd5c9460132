/** The room's front door: what programs written for the SOLARMAN OpenAPI read here (docs/openapi-solarman.md). */
import { accountCalls } from './account-calls.ts'
import type { ClientCall } from './call.ts'
import { deviceCalls } from './device-calls.ts'
import { stationCalls } from './station-calls.ts'

export { giveToken } from './account-calls.ts'
export type { Answer, ClientCall, LongList } from './call.ts'
export { type ClientCode, ClientRefusal, statusOfCode, toFailure, toSuccess } from './codes.ts'
export { findClientDevice } from './find-device.ts'
export { type Body, findInteger, parseBody, readInteger, readText } from './read-body.ts'
export { toPlantId } from './scales.ts'

export const TOKEN_PATH = '/account/v1.0/token'

/** Calls that read, by path. */
export const clientCalls: Readonly<Record<string, ClientCall>> = { ...accountCalls, ...stationCalls, ...deviceCalls }

/** Calls of the same API that change something, order something or need an approval there: none is served here. */
export const refusedPaths: readonly string[] = [
  ...[
    'user',
    'user-info-update',
    'password-reset',
    'password-update',
    'cancelCheck',
    'cancel',
    'captcha',
    'balance',
  ].map((name) => `/account/v1.0/${name}`),
  ...['create', 'update', 'delete', 'metering', 'offset'].map((name) => `/station/v1.0/${name}`),
  ...['customControl', 'register', 'delete', 'upgrade'].map((name) => `/device/v1.0/${name}`),
]
