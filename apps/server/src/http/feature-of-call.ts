import { type CallName, calls } from '@heliograph/contract/calls.ts'

/** Which features the calls belong to. What people need to leave, to sign in and to run the server belongs to none. */
const features: readonly (readonly [code: string, pattern: RegExp])[] = [
  ['register', /^POST \/(?:user-s\/acc|oauth2-s\/third-party)\/register$/],
  ['forgotPassword', /^POST \/user-s\/acc\/password-reset$/],
  ['dataExport', /^(?:GET|POST) \/maintain-s\/station\/(?:\{id\}\/)?report\/(?!offer|shared)/],
  ['accountExport', / \/user-s\/acc\/export/],
  ['accountCancel', /^POST \/user-s\/acc\/cancel$/],
  ['accessToken', /^POST \/user-s\/acc\/token$/],
  ['plantCreate', /^POST \/maintain-s\/station$/],
  ['plantShare', /^POST \/maintain-s\/station\/\{id\}\/members$/],
  ['gateway', /^POST \/maintain-s\/power\/system\/\{id\}\/v2\/gateway$/],
  ['organisationCreate', /^POST \/user-s\/org$/],
  [
    'organisationManage',
    /^(?:POST \/user-s\/org\/\{id\}$|(?:POST|DELETE) \/user-s\/org\/\{id\}\/(?:member|invitation))/,
  ],
  ['invitation', /^POST \/user-s\/org\/\{id\}\/invitation$/],
  ['deviceLayout', / \/maintain-s\/station\/layout\//],
  ['largeScreen', / \/maintain-s\/operating\/station\/screen\//],
  ['deviceCharge', / \/backyard-api-s\/application\/(?:data-plan|renewal|order(?!\/manage|\/\{id\}\/state))/],
  ['messageCharge', / \/backyard-api-s\/application\/message-charge(?!\/(?:price|order\/manage|order\/\{id\}\/state))/],
  [
    'application',
    / \/backyard-api-s\/application\/(?:home|card\/\{id\}\/open|data-plan|renewal|message-charge(?!\/(?:price|order\/manage|order\/\{id\}\/state)))/,
  ],
  ['notice', /^POST \/backyard-api-s\/announcement\/content$/],
  ['message', / \/message-s\/(?!unsubscribe)/],
  ['suggestion', / \/backyard-api-s\/suggestion(?!\/manage|\/\{id\}\/(?:reply|state))/],
  ['onlineInstructions', /^GET \/backyard-api-s\/document\//],
]

const known = new Map(
  (Object.keys(calls) as CallName[]).map((name) => [
    name,
    features.filter(([, pattern]) => pattern.test(name)).map(([code]) => code),
  ]),
)

/** The features that a call belongs to: a brand that blocks one of them refuses the call. */
export const featuresOfCall = (name: CallName): readonly string[] => known.get(name) ?? []
