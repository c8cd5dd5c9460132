/** What a browser calls itself, in names that people know. Names are proper names and the same in every language. */
type Agent = Readonly<{ browser: string | undefined; system: string | undefined; isPhone: boolean }>

// Order matters: Edge says it is Chrome, Chrome says it is Safari, Android says it is Linux.
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
