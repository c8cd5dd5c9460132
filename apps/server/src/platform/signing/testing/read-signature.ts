import { createHash, verify, X509Certificate } from 'node:crypto'

type Part = Readonly<{ tag: number; content: Buffer; whole: Buffer }>

/** The parts that stand one behind the other in some bytes of DER. */
function readParts(bytes: Buffer): readonly Part[] {
  const parts: Part[] = []
  for (let at = 0; at + 1 < bytes.length; ) {
    const tag = bytes[at] ?? 0
    const first = bytes[at + 1] ?? 0
    if (tag === 0 && first === 0) break
    const more = first > 0x7f ? first & 0x7f : 0
    const length = more === 0 ? first : bytes.readUIntBE(at + 2, more)
    const from = at + 2 + more
    parts.push({ tag, content: bytes.subarray(from, from + length), whole: bytes.subarray(at, from + length) })
    at = from + length
  }
  return parts
}
const inside = (part: Part | undefined): readonly Part[] => readParts(part?.content ?? Buffer.alloc(0))

const MESSAGE_DIGEST = '06092a864886f70d010904'

/** The signature of a PDF, read without the code that made it; `isValid` by the rules of RFC 5652, section 5.6. */
export function readSignature(file: Buffer) {
  const source = file.toString('latin1')
  const at = source.lastIndexOf('/Type /Sig\n')
  const range = (/\/ByteRange \[([\d ]+)\]/.exec(source.slice(at))?.[1] ?? '').trim().split(' ').map(Number)
  const [, first = 0, second = 0, last = 0] = range
  const content = Buffer.concat([file.subarray(0, first), file.subarray(second, second + last)])
  const padded = Buffer.from(source.slice(first + 1, second - 1), 'hex')
  const [outer] = readParts(padded)
  const [, wrapped] = inside(outer)
  const [, , , certificates, signers] = inside(inside(wrapped)[0])
  const certificate = inside(certificates)[0]?.whole ?? Buffer.alloc(0)
  const [, , , attributes, , signature] = inside(inside(signers)[0])
  const digest = inside(attributes).find(({ content: own }) => own.toString('hex').startsWith(MESSAGE_DIGEST))
  const stated = inside(inside(digest)[1])[0]?.content ?? Buffer.alloc(0)
  const signed = Buffer.concat([Buffer.from([0x31]), (attributes?.whole ?? Buffer.alloc(1)).subarray(1)])
  const isSigned = verify(
    'sha256',
    signed,
    new X509Certificate(certificate).publicKey,
    signature?.content ?? Buffer.alloc(0),
  )
  const isValid = isSigned && stated.equals(createHash('sha256').update(content).digest())
  return { range, content, certificate, cms: outer?.whole ?? Buffer.alloc(0), isValid }
}
