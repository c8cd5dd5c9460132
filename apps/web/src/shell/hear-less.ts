/** No part handles them: pointer events take their place (checked by hear-less.test.ts). */
const UNHEARD: ReadonlySet<string> = new Set([
  'gotpointercapture',
  'lostpointercapture',
  'mousemove',
  'mouseout',
  'mouseover',
  'mouseup',
  'touchcancel',
  'touchend',
  'touchmove',
  'touchstart',
])

/**
 * React listens to all events of its root, twice; a tap fires a dozen of them, and each costs a phone 2 to 5 ms before
 * the click. Call it before the root is created.
 */
export function hearLess(root: EventTarget): void {
  const listen = root.addEventListener.bind(root)
  root.addEventListener = (type, ...rest): void => {
    if (!UNHEARD.has(type)) listen(type, ...rest)
  }
}
