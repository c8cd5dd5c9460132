import { readAgent } from '@heliograph/domain/user-agent.ts'
import { atBase } from '../../../api/base-path.ts'
import { addPush } from '../../../api/message-settings.ts'

/** A browser that cannot reach its push service waits for it forever, and says nothing. */
const PATIENCE_MS = 20_000

/** Asks for leave and lets this browser show messages. none: it cannot, here. unreachable: its push service is silent. */
export async function subscribeBrowser(pushKey: string): Promise<'added' | 'denied' | 'none' | 'unreachable'> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return 'none'
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  const worker = await navigator.serviceWorker.register(atBase('/offline-worker.js'))
  await navigator.serviceWorker.ready
  const applicationServerKey = toBytes(pushKey)
  const known = await worker.pushManager.getSubscription()
  // Another server's key, or an older one of this server: its messages would be refused.
  if (known !== null && !isSame(known.options.applicationServerKey, applicationServerKey)) await known.unsubscribe()
  const subscription = await inTime(worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
  if (subscription === undefined) return 'unreachable'
  const { keys } = subscription.toJSON()
  const { browser, system } = readAgent(navigator.userAgent)
  await addPush({
    name: [browser, system].filter(Boolean).join(', ') || 'Browser',
    endpoint: subscription.endpoint,
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
  })
  return 'added'
}

/** undefined: the browser gave up, or was not heard of in time. */
async function inTime(subscribing: Promise<PushSubscription>): Promise<PushSubscription | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS)
  })
  const heard = subscribing.catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    throw error
  })
  return Promise.race([heard, late]).finally(() => clearTimeout(timer))
}

function toBytes(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0))
}

const isSame = (one: ArrayBuffer | null, other: Uint8Array): boolean =>
  one !== null && String(new Uint8Array(one)) === String(other)
