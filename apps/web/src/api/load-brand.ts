import { type Brand, defaultBrand, toBrand } from './brand.ts'
import { call } from './call.ts'

const TEXT_TYPES = [
  'SHOW_NAME',
  'APP_SHOW_NAME',
  'RECT_LOGO',
  'INVERT_RECT_LOGO',
  'LOGIN_BK_IMG',
  'APP_DOWNLOAD_LOGO',
  'APP_DOWNLOAD_QRCODE',
  'APP_STORE_DESCRIPTION',
  'IOS_DOWNLOAD_LINK',
  'ANDROID_DOWNLOAD_LINK',
  'SERVICE_TC',
  'PRIVATE_TC',
  'MANNUAL_URL',
  'ICP_BEIAN_URL',
  'ICP_BEIAN_NAME',
  'GONGAN_BEIAN_URL',
  'GONGAN_BEIAN_NAME',
  'DATA_CENTER_CURRENT',
  'DATA_CENTER_VISIT_DOMAIN_2',
]
/** The longest wait for a logo: the product's own look works as well. */
const PATIENCE_MS = 8_000

/** The brand of the visited host; the product's own if it cannot be loaded. */
export async function loadBrand(clientStyle: string | undefined): Promise<Brand> {
  try {
    const branding = await call(
      'POST /backyard-api-s/oem/project/basic-info',
      {
        body: {
          channel: 'WEB',
          platform: 'INTELLGENT',
          colorCategoryList: ['common'],
          projectId: clientStyle?.slice(0, 60) ?? null,
          textTypeList: TEXT_TYPES,
          visitDomain: window.location.hostname,
        },
      },
      { signal: AbortSignal.timeout(PATIENCE_MS) },
    )
    return toBrand(branding)
  } catch {
    return defaultBrand
  }
}
