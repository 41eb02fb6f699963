/** Verifies complete and manipulated exports and audit logs offline: each SDK gives the same result as the platform. */
import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonicalJson } from '../../control/platform/audit/index.ts'
import { bundleOf as auditBundle, TEST_KEY_ID, testDocument } from '../../control/platform/audit/testing.ts'
import { rawPublicKey } from '../../control/platform/audit/tree-head.ts'
import { verifyBundle } from '../../control/platform/audit/verify-bundle.ts'
import { bundleOf, openBundle } from '../../control/platform/exports/bundle.ts'
import {
  type DetachedSignature,
  exportKeyIdOf,
  sha256,
  signatureFault,
  signStatement,
} from '../../control/platform/exports/export-signature.ts'
import { findGo, findPython, hasCryptography, SDK } from './languages.ts'
import { GO_MODULE, GO_MS, goProgram } from './test-go-programs.ts'

const run = promisify(execFile)
const python = findPython()
const go = findGo()

const { privateKey } = generateKeyPairSync('ed25519')
const publicKey = rawPublicKey(privateKey)
const KEY_ID = exportKeyIdOf(publicKey)
const CONTENT = 'id,title\n1,"größer, ""\u2028\n2,b\n'

function signed(more: Partial<DetachedSignature['statement']> = {}, content = CONTENT): DetachedSignature {
  const measured = { content_sha256: sha256(content), query_digest: sha256('{}'), row_count: 2, is_whole: true }
  const who = { tenant_id: 'acme', export_kind: 'alerts', signed_at: '2026-11-29T00:00:00.000Z', key_id: KEY_ID }
  const statement = { ...measured, ...who, ...more }
  const signature = signStatement(statement, privateKey)
  const key = publicKey.toString('base64url')
  return { format: 'svc-export-v1', statement, algorithm: 'ed25519', public_key: key, signature }
}

/** Another text of the same bytes: the last character of base64url has bits that belong to none. */
function otherText(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  return text.slice(0, -1) + String.fromCharCode(last + 1)
}

type ExportVector = { content: string; signature: string; key_ids: string[] | null }
const vectorOf = (signature: unknown, content = CONTENT, key_ids: string[] | null = null): ExportVector => {
  return { content, signature: typeof signature === 'string' ? signature : JSON.stringify(signature), key_ids }
}
const good = signed()
const { statement } = good
const EXPORTS: ExportVector[] = [
  vectorOf(good),
  vectorOf(good, CONTENT, [KEY_ID]),
  vectorOf(JSON.stringify(good, null, 2)),
  vectorOf(
    signed({ tenant_id: '\u0001"\\\b\t\u2028<é😀&\u007f', is_whole: false, row_count: Number.MAX_SAFE_INTEGER }),
  ),
  vectorOf(signed({}, ''), ''),
  vectorOf(good, `${CONTENT} `),
  vectorOf(good, CONTENT, ['0'.repeat(32)]),
  vectorOf(good, CONTENT, []),
  vectorOf({ ...good, statement: { ...statement, row_count: 3 } }),
  vectorOf({ ...good, statement: { ...statement, is_whole: false } }),
  vectorOf({ ...good, statement: { ...statement, tenant_id: 'bolt' } }),
  vectorOf({ ...good, statement: { ...statement, key_id: '0'.repeat(32) } }),
  vectorOf({ ...good, public_key: rawPublicKey(generateKeyPairSync('ed25519').privateKey).toString('base64url') }),
  vectorOf({ ...good, public_key: 'AA' }),
  vectorOf({ ...good, signature: otherText(good.signature) }),
  vectorOf({ ...good, signature: `${good.signature}A` }),
  vectorOf({ ...good, signature: `${good.signature}==` }),
  vectorOf({ ...good, signature: signed({ row_count: 3 }).signature }),
  vectorOf({ ...good, signature: '' }),
  vectorOf({ ...good, algorithm: 'none' }),
  vectorOf({ ...good, format: 'svc-export-v0' }),
]
/** Texts that are no signature at all: the platform's command refuses them before it looks at the content. */
const FORMLESS: ExportVector[] = [
  vectorOf('{}'),
  vectorOf('[]'),
  vectorOf('null'),
  vectorOf('"text"'),
  vectorOf('nope'),
  vectorOf({ ...good, statement: { ...statement, more: 1 } }),
  vectorOf({ ...good, statement: { ...statement, row_count: 1.5 } }),
  vectorOf({ ...good, statement: { ...statement, row_count: null } }),
  vectorOf({ ...good, statement: null }),
  vectorOf({ ...good, statement: { ...statement, tenant_id: undefined } }),
]

const text = (value: string) => new TextEncoder().encode(value)
const zipped = bundleOf('alerts.csv', text(CONTENT), good)
const BUNDLES: Uint8Array[] = [
  zipped,
  zipSync({ 'alerts.csv': [text(CONTENT), { level: 0 }], 'signature.json': text(JSON.stringify(good)) }),
  bundleOf('alerts.csv', text(`${CONTENT}3,c\n`), good),
  zipSync({ 'alerts.csv': text(CONTENT) }),
  zipSync({ 'alerts.csv': text(CONTENT), 'more.csv': text('1'), 'signature.json': text(JSON.stringify(good)) }),
  zipped.slice(0, 200),
  text('no archive'),
  new Uint8Array(),
]

const documents = Array.from({ length: 21 }, (_, at) => testDocument(at + 1))
const lines = auditBundle(documents, [7, 8])
const at = (seq: number) => lines.findIndex((line) => line.endsWith(`"seq":${seq}}}`))
const whole = (of: readonly string[]) => of.map((line) => `${line}\n`).join('')
const forged = auditBundle(documents.with(9, testDocument(999)), [7, 8])
type AuditVector = { content: string; key_ids: string[] | null; known: { size: number; root: string } | null }
const log = (
  content: readonly string[] | string,
  key_ids: string[] | null = null,
  known: AuditVector['known'] = null,
) => {
  return { content: typeof content === 'string' ? content : whole(content), key_ids, known }
}
const headAt = (seq: number, of = lines) =>
  (JSON.parse(of[at(seq) + 1] ?? '') as { head: { size: number; root: string } }).head
const AUDITS: AuditVector[] = [
  log(lines),
  log(lines, [TEST_KEY_ID]),
  log(lines, [], null),
  log(lines, ['0'.repeat(32)]),
  log(lines, null, headAt(7)),
  log(lines, null, { size: 7, root: headAt(8).root }),
  log(lines, null, { size: 99, root: headAt(8).root }),
  ...[1, 2, 7, 8, 15, 21].map((seq) => log(lines.with(at(seq), (lines[at(seq)] ?? '').replace('change ', 'chance ')))),
  ...[1, 8, 21].map((seq) => log(lines.toSpliced(at(seq), 1))),
  ...[1, 8, 21].map((seq) => log(lines.toSpliced(at(seq), 0, lines[at(seq)] ?? ''))),
  log(lines.toSpliced(at(3), 2, lines[at(4)] ?? '', lines[at(3)] ?? '')),
  log(lines.with(at(10), forged.find((line) => line.endsWith('"seq":10}}')) ?? '')),
  log([lines[0] ?? '', ...forged.slice(1)]),
  log(forged, null, headAt(8)),
  log(forged, null, headAt(21)),
  log(lines.slice(0, -1)),
  log(lines.slice(0, at(15))),
  log(lines.slice(1)),
  log(lines.slice(2)),
  log(lines.toSpliced(1, 1)),
  log(lines.with(0, (lines[0] ?? '').replace('"tenant_id":"acme"', '"tenant_id":"bolt"'))),
  log(lines.with(0, (lines[0] ?? '').replace('"size":21', '"size":20'))),
  log(lines.with(at(2), `${lines[at(2)]} `)),
  log(lines.with(at(2), (lines[at(2)] ?? '').replace('{"entry":', '{"entry": '))),
  log(lines.with(at(2), '{"entry":{"document":{"a":{},"hash":"x"}}}')),
  log(lines.with(at(2), 'nope')),
  log(whole(lines).slice(0, -1)),
  log(whole(lines).slice(0, 5_000)),
  log(''),
  log('\n'),
  log([...lines, lines.at(-1) ?? '']),
]

type Tampered = { files?: Record<string, string | null>; manifest?: object }
/** Folders of exports, the manipulation of each, and the expected fault. */
const FOLDERS: readonly (readonly [name: string, tampered: Tampered, fault: string | null])[] = [
  ['whole', {}, null],
  ['changed', { files: { 'b.csv': 'id\n3\n' } }, 'b.csv is not the file that was exported'],
  ['short', { files: { 'a.csv': null } }, 'a.csv is missing'],
  ['other', { manifest: { query: 'user:bob' } }, 'the content is not the one that was signed'],
  ['unsigned', { manifest: { signature: null } }, 'its signature is of an unknown form'],
]

async function writeFolder(at: string, { files = {}, manifest = {} }: Tampered): Promise<string> {
  const contents = { 'a.csv': CONTENT, 'b.csv': 'id\n' }
  const listed = Object.entries(contents).map(([file, text]) => ({ sha256: sha256(text), file, rows: 2, bytes: 34 }))
  const head = {
    tenant: 'acme',
    query: 'user:größe "\u2028"',
    fields: ['id'],
    files: listed,
    archived: [],
    complete: true,
  }
  const whole = { ...head, signature: signed({}, canonicalJson(head)), ...manifest }
  await mkdir(at)
  for (const [file, text] of Object.entries({ ...contents, ...files }))
    if (text !== null) await writeFile(path.join(at, file), text)
  await writeFile(path.join(at, 'manifest.json'), JSON.stringify(whole, null, 2))
  return at
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'svc-verify-'))
  const vectors = {
    exports: [...EXPORTS, ...FORMLESS],
    bundles: BUNDLES.map((zip) => Buffer.from(zip).toString('base64')),
    folders: await Promise.all(FOLDERS.map(([name, tampered]) => writeFolder(path.join(folder, name), tampered))),
    audits: AUDITS,
  }
  await writeFile(path.join(folder, 'vectors.json'), JSON.stringify(vectors))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The platform's own answers: a fault in its words for exports, and whether there is one for the others. */
async function ownAnswers() {
  const exports = EXPORTS.map(({ content, signature, key_ids }) =>
    signatureFault(JSON.parse(signature) as DetachedSignature, sha256(content), key_ids),
  )
  const bundles = BUNDLES.map((zip) => {
    try {
      const opened = openBundle(zip)
      return opened !== null && signatureFault(JSON.parse(opened.signature), sha256(opened.content), null) === null
    } catch {
      return false
    }
  })
  const audits = await Promise.all(
    AUDITS.map(async ({ content, key_ids, known }) => {
      const options = {
        ...(key_ids === null ? {} : { trustedKeyIds: key_ids }),
        ...(known === null ? {} : { knownHead: { ...headAt(7), ...known } as never }),
      }
      const { fault } = await verifyBundle(pieces(content), options)
      return fault === null
    }),
  )
  return { exports: [...exports, ...FORMLESS.map(() => 'its signature is of an unknown form')], bundles, audits }
}

async function* pieces(content: string) {
  if (content !== '') yield content
}

type Answers = {
  exports: (string | null)[]
  rows: (string | null)[]
  bundles: (string | null)[]
  folders: (string | null)[]
  audits: { fault: string | null; line: number; entries: number; heads: number; size: number | null }[]
}

/** The first SDK that answered: the others have to say the same, in the same words. */
let first: Answers | null = null

async function answers(file: string, args: readonly string[], cwd: string): Promise<void> {
  const env = { ...process.env, PYTHONPATH: path.join(SDK, 'python/src'), VECTORS: path.join(folder, 'vectors.json') }
  const { stdout } = await run(file, args, { cwd, env, maxBuffer: 1 << 24 })
  const found = JSON.parse(stdout) as Answers
  const own = await ownAnswers()
  expect(found.exports).toEqual(own.exports)
  expect(found.rows).toEqual([null, '3 rows were counted and 2 signed'])
  expect(found.folders).toEqual(FOLDERS.map(([, , fault]) => fault))
  expect(found.bundles.map((fault) => fault === null)).toEqual(own.bundles)
  expect(found.audits.map(({ fault }) => fault === null)).toEqual(own.audits)
  expect(found.audits[0]).toEqual({ fault: null, line: 0, entries: 21, heads: 3, size: 21 })
  first ??= found
  expect(found).toEqual(first)
}

test('the vectors hold and do not hold', async () => {
  const { exports, bundles, audits } = await ownAnswers()
  expect([exports.filter((fault) => fault === null).length, bundles.filter(Boolean).length]).toEqual([5, 2])
  expect(audits.filter(Boolean)).toHaveLength(4)
})

test('TypeScript', () => answers(process.execPath, [path.join(SDK, 'conformance/drive-verify.ts')], SDK))

test.skipIf(python === null || !hasCryptography(python))('Python', () =>
  answers(python ?? '', [path.join(SDK, 'conformance/drive_verify.py')], SDK),
)

test.skipIf(go === null)('Go', { timeout: GO_MS }, async () =>
  answers(await goProgram(go ?? '', 'verify'), [], GO_MODULE),
)
