import { createHash } from 'node:crypto'

/** The signature of a PDF in words, for its reader. */
export type SignatureWords = Readonly<{ name: string; reason: string; place: string; atMs: number }>
/** The signature's place in a PDF that is being written. */
export type SignaturePlace = Readonly<{ offset: () => number }>

/** Room for the signature with its certificate: about 2.5 KB are used. */
const MOST_BYTES = 6_000
/** As wide as any offset that is put in its place. */
const WIDE = 999_999_999

type Reference = Readonly<{ end: () => void; offset: number }>
type Inside = Readonly<{ _root: Readonly<{ data: Record<string, unknown> }> }> & { _acroform: unknown }

/** Leaves a place for a signature (ISO 32000-1, 12.8) on the present page; none is drawn. */
export function placeSignature(doc: PDFKit.PDFDocument, { name, reason, place, atMs }: SignatureWords): SignaturePlace {
  const words = (value: string): unknown => new String(value)
  const signature = doc.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'adbe.pkcs7.detached',
    ByteRange: [0, WIDE, WIDE, WIDE],
    Contents: Buffer.alloc(MOST_BYTES),
    M: new Date(atMs),
    Name: words(name),
    Reason: words(reason),
    Location: words(place),
  }) as unknown as Reference
  const field = doc.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    T: words('Signature'),
    Rect: [0, 0, 0, 0],
    // Printed and locked.
    F: 132,
    V: signature,
    P: doc.page.dictionary,
  })
  ;(doc.page as unknown as Readonly<{ annotations: unknown[] }>).annotations.push(field)
  signature.end()
  ;(field as unknown as Reference).end()
  // PDFKit ends the form itself, and adds the fonts of further fields: there are none.
  const inside = doc as unknown as Inside
  inside._root.data.AcroForm = doc.ref({ SigFlags: 3, Fields: [field], DR: { Font: {} } })
  inside._acroform = { fonts: {}, defaultFont: 'none' }
  return { offset: () => signature.offset }
}

/**
 * Fills the place: signs all bytes but those of the signature itself. @param signDigest gives the signature of a SHA-256
 * @throws Error where the PDF has no such place
 */
export function fillSignature(
  file: Uint8Array,
  place: SignaturePlace,
  signDigest: (digest: Buffer) => Uint8Array,
): Buffer {
  const bytes = Buffer.from(file)
  const start = place.offset()
  const rangeAt = bytes.indexOf('/ByteRange [', start) + '/ByteRange '.length
  const contentsAt = bytes.indexOf('/Contents <', start) + '/Contents '.length
  const rangeEnd = bytes.indexOf(']', rangeAt) + 1
  const contentsEnd = contentsAt + 2 * MOST_BYTES + 2
  if (rangeEnd < rangeAt || bytes[contentsEnd - 1] !== 0x3e) throw new Error('the file has no place for a signature')
  const range = `[0 ${contentsAt} ${contentsEnd} ${bytes.length - contentsEnd}]`.padEnd(rangeEnd - rangeAt)
  bytes.write(range, rangeAt, 'latin1')
  const digest = createHash('sha256').update(bytes.subarray(0, contentsAt)).update(bytes.subarray(contentsEnd)).digest()
  const signature = Buffer.from(signDigest(digest))
  if (signature.length > MOST_BYTES) throw new Error('the signature is larger than its place')
  bytes.write(signature.toString('hex'), contentsAt + 1, 'latin1')
  return bytes
}
