import { isMapKind } from '@heliograph/domain/brand/map-origins.ts'
import { normalizeContact } from '@heliograph/domain/contact.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { FunctionCode } from '@heliograph/domain/permissions.ts'
import { type Brand, findMaps, getSupport, readBrand, setSupport } from '../../platform/branding/branding.ts'
import { applicationHandlers } from './application-handlers.ts'
import { brandHandlers } from './brand-handlers.ts'
import { dataCenterTexts } from './data-center-texts.ts'
import type { FamilyHandlers } from './handler.ts'
import { messageChargeHandlers } from './message-charge-handlers.ts'
import { publicationHandlers } from './publication-handlers.ts'
import { suggestionHandlers } from './suggestion-handlers.ts'
import { verificationHandlers } from './verification-handlers.ts'

export const backyardHandlers: FamilyHandlers<'backyard-api-s'> = {
  ...verificationHandlers,
  ...publicationHandlers,
  ...applicationHandlers,
  ...messageChargeHandlers,
  ...suggestionHandlers,
  ...brandHandlers,
  'POST /backyard-api-s/oem/project/basic-info': async ({ body, context }) => {
    const visited = { host: body.visitDomain || context.host, key: body.projectId }
    const brand = await readBrand(context.db, visited)
    const served = Object.keys(context.services.brandSettings.mapScripts ?? {}).filter(isMapKind)
    const wanted = new Set(body.textTypeList)
    const isHidden = (code: string): boolean => brand.blockedFunctions.includes(code)
    const texts = [...brand.texts, ...dataCenterTexts(context.services.dataCenters, brand.texts)]
    return {
      system: brand.system,
      status: brand.status,
      supportLanList: [...brand.languages],
      textList: texts
        .filter(({ type }) => wanted.size === 0 || wanted.has(type))
        .map(({ type, language, text }) => ({ type, lan: language, textInfo: text })),
      colorList: brand.colors.map(({ type, code, alphaPercent }) => ({ type, colorCode: code, alpha: alphaPercent })),
      // An empty key: the map's script comes by way of this server.
      apiKeyDtoList: (await findMaps(context.db, visited, served)).map(({ type, key }) => ({ type, apiKey: key })),
      blockFunctionCodeList: [...new Set([...brand.blockedFunctions, ...emptyFunctions(brand)])],
      officalDomain: brand.officialDomain,
      squareLogoLink: brand.squareLogo,
      // A hidden question has no addressee.
      trackingCode: isHidden('gdpr') ? '' : brand.trackingCode,
      extendWeb: JSON.stringify({
        topNaviLogo: brand.topNavigationLogo,
        support: isHidden('onlineCustomer') ? noSupport : brand.support,
      }),
    }
  },
  'GET /backyard-api-s/oem/support': ({ context }) => getSupport(context.db),
  'POST /backyard-api-s/oem/support': async ({ body, context }) => {
    const mail = body.mail === '' ? '' : normalizeEmail(body.mail)
    await setSupport(context.db, { ...body, mail })
    return { success: true }
  },
}

const noSupport: Brand['support'] = { link: '', mail: '', hours: '' }

/** Functions with nothing behind them on this server. The owner’s guide always exists; online support must be set up. */
function emptyFunctions({ support }: Brand): readonly FunctionCode[] {
  return support.link === '' && support.mail === '' ? ['onlineCustomer'] : []
}

function normalizeEmail(text: string): string {
  const { kind, value } = normalizeContact(text)
  if (kind !== 'email') throw new Refusal('EMAIL_FORMAT', { field: 'body.mail' })
  return value
}
