import { readAgent } from '@heliograph/domain/user-agent.ts'
import { addPush } from '../../api/message-settings.ts'

/** Asks for leave and lets this browser show messages. none: it cannot, here. */
export async function subscribeBrowser(pushKey: string): Promise<'added' | 'denied' | 'none'> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return 'none'
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  const worker = await navigator.serviceWorker.register('/offline-worker.js')
  await navigator.serviceWorker.ready
  const applicationServerKey = toBytes(pushKey)
  const known = await worker.pushManager.getSubscription()
  // Another server's key, or an older one of this server: its messages would be refused.
  if (known !== null && !isSame(known.options.applicationServerKey, applicationServerKey)) await known.unsubscribe()
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { keys } = subscription.toJSON()
  const { browser, system } = readAgent(navigator.userAgent)
  await addPush({
    name: [browser, system].filter(Boolean).join(', ') || 'Browser',
    ...{ endpoint: subscription.endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
  })
  return 'added'
}

function toBytes(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0))
}

const isSame = (one: ArrayBuffer | null, other: Uint8Array): boolean =>
  one !== null && String(new Uint8Array(one)) === String(other)
