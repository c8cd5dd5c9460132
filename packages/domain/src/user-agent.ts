/** A browser's names as people know them. Names are proper names and the same in every language. */
type Agent = Readonly<{ browser: string | undefined; system: string | undefined; isPhone: boolean }>

// Order matters: Edge claims to be Chrome, Chrome claims to be Safari, Android claims to be Linux.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\bHeadlessChrome\/|\bChrome\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
  [/\bpython-requests\/|\bPython-urllib\//i, 'Python'],
  [/^node\b|\bundici\b/i, 'Node.js'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bHarmonyOS\b/, 'HarmonyOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const find = (rows: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  rows.find(([pattern]) => pattern.test(text))?.[1]

/** Browser, system and whether it is a phone, from a User-Agent header; an unknown one stays undefined. */
export function readAgent(userAgent: string): Agent {
  return {
    browser: find(browsers, userAgent),
    system: find(systems, userAgent),
    isPhone: /\biPhone\b|\bMobile\b/.test(userAgent),
  }
}
