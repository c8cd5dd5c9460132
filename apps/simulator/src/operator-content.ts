import { DAY_MS } from '@heliograph/domain/duration.ts'
import type { Platform } from './platform.ts'

/** Second brand of the demo, shown at `?clientStyle=<key>`. */
const BRAND = { key: 'meridian', name: 'Meridian Solar', color: '#0f766e' }

/** Help, news for everybody and a second brand, as the operator of a new server would add them; each only where there is none. */
export async function addOperatorContent(platform: Platform, nowMs: number): Promise<void> {
  const support = await platform.call('GET /backyard-api-s/oem/support')
  if (support.mail === '' && support.link === '')
    await platform.call('POST /backyard-api-s/oem/support', {
      body: { link: '', mail: 'help@example.org', hours: 'Mon to Fri, 9:00 to 17:00' },
    })
  const announced = await platform.call('GET /backyard-api-s/announcement', {
    query: { page: 1, size: 1, 'order.direction': 'DESC', 'order.property': 'id' },
  })
  if (announced.data.length === 0)
    await platform.call('POST /backyard-api-s/announcement', {
      body: {
        level: 'info',
        fromMs: nowMs,
        untilMs: nowMs + 7 * DAY_MS,
        texts: {
          en: {
            title: 'This fleet is simulated',
            body: 'Its loggers talk to this server over real sockets, with the faults of real ones.',
          },
          de: {
            title: 'Diese Flotte ist simuliert',
            body: 'Ihre Logger sprechen über echte Verbindungen mit diesem Server, mit den Fehlern von echten.',
          },
          zh: { title: '此电站群为模拟', body: '其采集器通过真实连接与本服务器通信，并带有真实设备的故障。' },
        },
        link: '',
      },
    })
  const brands = await platform.call('GET /backyard-api-s/oem/project')
  if (!brands.data.some(({ key }) => key === BRAND.key)) await addBrand(platform)
}

async function addBrand(platform: Platform): Promise<void> {
  const { id } = await platform.call('POST /backyard-api-s/oem/project', { body: { key: BRAND.key, name: BRAND.name } })
  const { draft } = await platform.call('GET /backyard-api-s/oem/project/{id}', { params: { id } })
  await platform.call('POST /backyard-api-s/oem/project/{id}', {
    params: { id },
    body: {
      draft: {
        ...draft,
        texts: [{ type: 'SHOW_NAME', language: '', text: BRAND.name }],
        colors: [{ type: 'primary', code: BRAND.color, alphaPercent: 100 }],
      },
      note: 'A name and a color of its own',
      basedOn: 0,
    },
  })
}
