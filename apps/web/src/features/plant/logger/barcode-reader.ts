import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

type Source = ImageBitmapSource
type Detector = Readonly<{ detect: (source: Source) => Promise<readonly Readonly<{ rawValue: string }>[]> }>
type NativeDetector = {
  new (options: Readonly<{ formats: readonly string[] }>): Detector
  getSupportedFormats: () => Promise<readonly string[]>
}

/** Formats of codes on labels of loggers. */
const formats = ['qr_code', 'data_matrix', 'code_128', 'code_39'] as const

/** Reads all codes of a picture. The browser's own reader where it knows these codes, else ours, which is a megabyte. */
export async function openBarcodeReader(): Promise<(source: Source) => Promise<readonly string[]>> {
  const detector = (await openNative()) ?? (await openOwn())
  return async (source) => (await detector.detect(source)).map(({ rawValue }) => rawValue)
}

async function openNative(): Promise<Detector | undefined> {
  const Native = (globalThis as { BarcodeDetector?: NativeDetector }).BarcodeDetector
  const known = await Native?.getSupportedFormats().catch((): readonly string[] => [])
  return Native && formats.every((format) => known?.includes(format)) ? new Native({ formats }) : undefined
}

async function openOwn(): Promise<Detector> {
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill')
  // From this server: nothing is fetched from elsewhere.
  prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })
  return new BarcodeDetector({ formats: [...formats] })
}
