import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { findSigned, openSigner, placeSignature, rememberSigned } from './signing.ts'
import { readSignature } from './testing/read-signature.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const subject = { name: 'Sonnenhof & Söhne', place: 'pv.example.org' }
let database: TestDatabase
let db: TestDatabase['db']
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  folder = mkdtempSync(join(tmpdir(), 'signing-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

/** @param title a text that tries to look like the signature's place */
async function signFile(title = 'A file'): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'A4', pdfVersion: '1.7', info: { Title: title } })
  doc.text('One line of a signed document.')
  const place = placeSignature(doc, { ...subject, reason: 'Proof', atMs: nowMs })
  doc.end()
  const signer = await openSigner(db, subject, nowMs)
  return signer.signPdf(await buffer(doc as unknown as AsyncIterable<Buffer>), place)
}

const isInstalled = (command: string): boolean => {
  try {
    execFileSync(command, ['version'], { stdio: 'ignore' })
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}

/** OpenSSL reads the signature with its own code; it fails for another content. */
function askOpenssl(file: Buffer): string {
  const { cms, content, certificate } = readSignature(file)
  const paths = ['signature.der', 'content.bin', 'certificate.pem'].map((name) => join(folder, name))
  const [signature = '', signed = '', pem = ''] = paths
  writeFileSync(signature, cms)
  writeFileSync(signed, content)
  writeFileSync(pem, new X509Certificate(certificate).toString())
  const how = ['cms', '-verify', '-binary', '-inform', 'DER', '-in', signature, '-content', signed]
  try {
    execFileSync('openssl', [...how, '-CAfile', pem, '-purpose', 'any', '-no_check_time', '-out', '/dev/null'], {
      stdio: 'pipe',
    })
    return 'valid'
  } catch (error) {
    return String((error as Readonly<{ stderr: Buffer }>).stderr)
  }
}

describe('a signed PDF', () => {
  it('has a certificate with the name of the brand, signed by its own key', async () => {
    const { certificate } = readSignature(await signFile())
    const read = new X509Certificate(certificate)
    expect(read.subject).toBe('O=pv.example.org\nCN=Sonnenhof & Söhne')
    expect(read.verify(read.publicKey)).toBe(true)
    expect(read.ca).toBe(false)
    expect(new Date(read.validFrom).getTime()).toBe(nowMs)
    expect(new Date(read.validTo).getUTCFullYear()).toBe(2046)
    expect(read.publicKey.asymmetricKeyDetails).toMatchObject({ modulusLength: 3072 })
    expect((await openSigner(db, subject, nowMs + 1)).fingerprint).toBe(read.fingerprint256)
  })
  it('covers all bytes but those of the signature', async () => {
    const file = await signFile()
    const { range, isValid } = readSignature(file)
    expect(range[0]).toBe(0)
    expect((range[2] ?? 0) + (range[3] ?? 0)).toBe(file.length)
    expect(isValid).toBe(true)
  })
  it('is signed at its own place, whatever the document says', async () => {
    const file = await signFile('/ByteRange [0 1 2 3] /Contents <00>')
    expect(readSignature(file).isValid).toBe(true)
  })
  it('that was changed by a byte is refused', async () => {
    const file = await signFile()
    const changed = Buffer.from(file)
    const at = changed.indexOf('/Producer')
    changed[at + 12] = (changed[at + 12] ?? 0) ^ 1
    expect(readSignature(file).isValid).toBe(true)
    expect(readSignature(changed).isValid).toBe(false)
  })
  it.skipIf(!isInstalled('openssl'))('is valid for OpenSSL, and changed it is not', async () => {
    const file = await signFile()
    expect(askOpenssl(file)).toBe('valid')
    const changed = Buffer.from(file)
    const at = changed.indexOf('/Producer')
    changed[at + 12] = (changed[at + 12] ?? 0) ^ 1
    expect(askOpenssl(changed)).toMatch(/digest|verif/i)
  })
  it.skipIf(!isInstalled('pdfsig'))('is valid for Poppler', async () => {
    const path = join(folder, 'signed.pdf')
    writeFileSync(path, await signFile())
    const said = execFileSync('pdfsig', ['-nocert', path], { env: { ...process.env, HOME: folder } }).toString()
    expect(said).toContain('Signature is Valid')
    expect(said).toContain('Total document signed')
  })
})

describe('the key of documents', () => {
  it('is one for all nodes and names, and sealed in the database', async () => {
    const [a, b] = await Promise.all([signFile(), signFile()])
    const other = await openSigner(db, { ...subject, name: 'Other' }, nowMs)
    const keyOf = (file: Buffer) => new X509Certificate(readSignature(file).certificate).publicKey.export(pem)
    expect(keyOf(a)).toBe(keyOf(b))
    expect(other.fingerprint).not.toBe((await openSigner(db, subject, nowMs)).fingerprint)
    const row = await db.kysely
      .selectFrom('server_keys')
      .selectAll()
      .where('name', '=', 'documents')
      .executeTakeFirstOrThrow()
    expect(row.private).toMatch(/^hgs1\./)
    expect(row.public).toBe(keyOf(a))
  })
})
const pem = { type: 'spki', format: 'pem' } as const

describe('a file made here', () => {
  it('is known by its digest; any other is not', async () => {
    const bytes = await signFile()
    const made = { kind: 'proof', brand: subject.name, fingerprint: 'AA:BB', madeAtMs: nowMs }
    await rememberSigned(db, bytes, made)
    await rememberSigned(db, bytes, { ...made, madeAtMs: nowMs + 1 })
    const digest = createHash('sha256').update(bytes).digest('hex')
    expect(await findSigned(db, digest)).toEqual(made)
    const other = createHash('sha256').update(bytes.subarray(1)).digest('hex')
    await expect(findSigned(db, other)).rejects.toMatchObject({ code: 'FILE_NOT_FROM_HERE' })
  })
})
