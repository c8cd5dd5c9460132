import { getBrand } from '../branding/branding.ts'
import { dataCenterTexts } from './data-center-texts.ts'
import type { FamilyHandlers } from './handler.ts'
import { verificationHandlers } from './verification-handlers.ts'

export const backyardHandlers: FamilyHandlers<'backyard-api-s'> = {
  ...verificationHandlers,
  'POST /backyard-api-s/oem/project/basic-info': async ({ body, context }) => {
    const brand = await getBrand(context.db, body.visitDomain || context.host)
    const wanted = new Set(body.textTypeList)
    const texts = [...brand.texts, ...dataCenterTexts(context.services.dataCenters, brand.texts)]
    return {
      system: 'HELIOGRAPH',
      status: brand.status,
      supportLanList: [...brand.languages],
      textList: texts
        .filter(({ type }) => wanted.size === 0 || wanted.has(type))
        .map(({ type, language, text }) => ({ type, lan: language, textInfo: text })),
      colorList: brand.colours.map(({ type, code, alphaPercent }) => ({ type, colorCode: code, alpha: alphaPercent })),
      apiKeyDtoList: brand.apiKeys.map(({ type, key }) => ({ type, apiKey: key })),
      blockFunctionCodeList: [...brand.blockedFunctions],
      officalDomain: brand.officialDomain,
      squareLogoLink: brand.squareLogo,
      trackingCode: brand.trackingCode,
      extendWeb: JSON.stringify({ topNaviLogo: brand.topNavigationLogo }),
    }
  },
}
