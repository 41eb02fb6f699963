/**
 * Verifies exports and audit logs offline: digests, Ed25519 signatures, and the chain and Merkle tree of the log. The
 * SDKs of the other languages follow the same rules and report the same faults.
 */
import type * as models from './generated/models.ts'
import { unzip } from './unzip.ts'

export interface VerifyOptions {
  /**
   * Ids of trusted keys. Without them the key in the signature is accepted: compare its id with the one that you know.
   */
  readonly keyIds?: readonly string[] | undefined
}

export interface ExportVerdict {
  /** Why the signature does not match the content; null when it does. */
  readonly fault: string | null
  /** The signed statement: tenant, kind, rows, time and key. Do not rely on it if there is a fault. */
  readonly statement: models.DetachedExportSignature['statement']
}

export interface VerifyExportOptions extends VerifyOptions {
  /** Number of rows that you counted in the content: the signed number must be equal. */
  readonly rows?: number | undefined
}

const EXPORT_FORMAT = 'svc-export-v1'
const SIGNATURE_FILE = 'signature.json'
const STATEMENT = [
  'content_sha256',
  'export_kind',
  'is_whole',
  'key_id',
  'query_digest',
  'row_count',
  'signed_at',
  'tenant_id',
]

/** Verifies an exported file with its detached signature, an object or its JSON. */
export async function verifyExport(
  content: Uint8Array | string,
  signature: models.DetachedExportSignature | string,
  { keyIds, rows }: VerifyExportOptions = {},
): Promise<ExportVerdict> {
  const detached = (
    typeof signature === 'string' ? parsed(signature) : signature
  ) as models.DetachedExportSignature | null
  const statement = (detached?.statement ?? {}) as ExportVerdict['statement']
  const digest = hex(await sha256(typeof content === 'string' ? utf8(content) : content))
  return { statement, fault: await exportFault(detached, digest, keyIds, rows) }
}

/** Verifies a bundle: a ZIP file with one exported file and its `signature.json`. */
export async function verifyExportBundle(zip: Uint8Array, options: VerifyExportOptions = {}): Promise<ExportVerdict> {
  const files = await unzip(zip)
  const signature = files?.get(SIGNATURE_FILE)
  const [content, ...others] = [...(files ?? [])].filter(([name]) => name !== SIGNATURE_FILE)
  if (signature === undefined || content === undefined || others.length > 0)
    return {
      statement: {} as ExportVerdict['statement'],
      fault: 'it is no bundle of one exported file and its signature',
    }
  return verifyExport(content[1], new TextDecoder().decode(signature), options)
}

/**
 * Verifies a folder that `svc export` wrote, or into which the file of an export job was unpacked: pass its
 * `manifest.json` as text, and the content of each file that it names, or undefined for a missing file.
 */
export async function verifyExportFolder(
  manifest: string,
  read: (file: string) => Promise<Uint8Array | undefined>,
  options: VerifyExportOptions = {},
): Promise<ExportVerdict> {
  const { signature, ...signed } = (parsed(manifest) ?? {}) as Record<string, unknown>
  const detached = (signature ?? {}) as models.DetachedExportSignature
  const verdict = await verifyExport(canonical(signed), detached, options)
  if (verdict.fault !== null) return verdict
  for (const { file, sha256: digest } of signed.files as readonly { file: string; sha256: string }[]) {
    const content = await read(file)
    if (content === undefined) return { ...verdict, fault: `${file} is missing` }
    if (hex(await sha256(content)) !== digest) return { ...verdict, fault: `${file} is not the file that was exported` }
  }
  return verdict
}

/** RFC 8785. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`
}

async function exportFault(
  detached: models.DetachedExportSignature | null,
  digest: string,
  keyIds: readonly string[] | undefined,
  rows: number | undefined,
): Promise<string | null> {
  const statement = (detached?.statement ?? {}) as unknown as Record<string, unknown>
  const isKnown = detached?.format === EXPORT_FORMAT && detached.algorithm === 'ed25519'
  const hasForm =
    Object.keys(statement).sort().join() === STATEMENT.join() && STATEMENT.every((name) => isSimple(statement[name]))
  if (!detached || !isKnown || !hasForm) return 'its signature is of an unknown form'
  const key = base64url(detached.public_key)
  if (key?.length !== 32 || hex(await sha256(key)).slice(0, 32) !== statement.key_id)
    return 'the key is not the one that its id names'
  if (keyIds !== undefined && !keyIds.includes(String(statement.key_id)))
    return `key ${statement.key_id} is not one you trust`
  const signed = `${EXPORT_FORMAT}\n{${STATEMENT.map((name) => `"${name}":${JSON.stringify(statement[name])}`).join()}}`
  if (!(await isSigned(signed, detached.signature, key))) return 'the signature is not valid'
  if (statement.content_sha256 !== digest) return 'the content is not the one that was signed'
  if (rows !== undefined && rows !== statement.row_count)
    return `${rows} rows were counted and ${statement.row_count} signed`
  return null
}

function isSimple(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value)
}

/** A signed head of an audit log: the first `size` entries of the tenant's log had this root. */
export interface AuditLogHead {
  readonly tenantId: string
  readonly size: number
  readonly timeMs: number
  readonly root: string
  readonly keyId: string
}

export interface AuditVerdict {
  /** The first fault; null if there is none. */
  readonly fault: { readonly line: number; readonly detail: string } | null
  /** The newest head, at the beginning of the file. Store it, and pass it as `knownHead` with a later export. */
  readonly head: AuditLogHead | null
  /** Number of entries verified, up to the fault. */
  readonly entries: number
  readonly heads: number
  readonly keyIds: readonly string[]
}

export interface VerifyAuditOptions extends VerifyOptions {
  /** The head of an earlier export: the entries that it covers must be unchanged. */
  readonly knownHead?: Pick<AuditLogHead, 'size' | 'root'> | undefined
}

/** Matches a head, `{"key_id":...}`, with its members in this order. */
const HEAD =
  '\\{"key_id":"([^"\\\\]*)","root":"([0-9a-f]{64})","signature":"([\\w-]{86})","size":(\\d{1,15}),"tenant_id":("(?:[^"\\\\]|\\\\.)*"),"time_ms":(\\d{1,15})\\}'
const FIRST = new RegExp(`^\\{"bundle":"svc-audit-bundle-v1","head":${HEAD}\\}$`)
const LATER = new RegExp(`^\\{"head":${HEAD}\\}$`)
const KEY = /^\{"key":\{"key_id":"([^"\\]*)","public_key":"([\w-]{43})"\}\}$/
const ENTRY = /^\{"entry":\{"document":(\{.*\}),"hash":"([0-9a-f]{64})","prev":"([0-9a-f]{64})","seq":(\d{1,15})\}\}$/s
/** Longer than any line of an export. */
const LINE_MAX = 1 << 20
const KEYS_MAX = 10_000

/** Checks an exported audit log: every entry, every link of the chain, and every signed head over the entries before it. */
export async function verifyAuditLog(
  content: string | Uint8Array | AsyncIterable<string | Uint8Array>,
  options: VerifyAuditOptions = {},
): Promise<AuditVerdict> {
  const log = new AuditLog(options)
  let line = 0
  let fault: string | null = null
  for await (const { text, isWhole } of linesOf(content)) {
    line++
    fault = isWhole ? await log.readLine(text, line) : 'the file ends within the line'
    if (fault !== null) break
  }
  fault ??= await log.end()
  const { first, size, heads, keys } = log
  return {
    fault: fault === null ? null : { line, detail: fault },
    head: first && {
      tenantId: first.tenantId,
      size: first.size,
      timeMs: first.timeMs,
      root: first.root,
      keyId: first.keyId,
    },
    ...{ entries: size, heads, keyIds: [...keys.keys()] },
  }
}

type SignedHead = AuditLogHead & { readonly signature: string; readonly signed: string }

class AuditLog {
  readonly keys = new Map<string, Uint8Array>()
  first: SignedHead | null = null
  size = 0
  heads = 0
  readonly #options: VerifyAuditOptions
  /** Hashes of whole subtrees, the largest first: one for each bit that is set in the size. */
  readonly #peaks: Uint8Array[] = []
  #hash = '0'.repeat(64)
  /** Size of the last verified head. */
  #proven = 0

  constructor(options: VerifyAuditOptions) {
    this.#options = options
  }

  async readLine(text: string, line: number): Promise<string | null> {
    const entry = ENTRY.exec(text)
    if (entry) return this.#entry(entry)
    const head = headOf(line === 1 ? FIRST.exec(text) : LATER.exec(text))
    if (head !== null && line === 1) {
      this.first = head
      return null
    }
    if (this.first === null) return 'the file does not begin with its head'
    if (head !== null) return this.#head(head)
    const [, id = '', raw = ''] = KEY.exec(text) ?? []
    const key = base64url(raw)
    if (key?.length !== 32) return 'the line is none that an export writes'
    if (this.size > 0 || this.keys.size >= KEYS_MAX || hex(await sha256(key)).slice(0, 32) !== id)
      return `key ${id} is not its own`
    this.keys.set(id, key)
    return null
  }

  async end(): Promise<string | null> {
    const { first, size } = this
    if (first === null) return 'the file is empty'
    if (size < Math.max(first.size, this.#options.knownHead?.size ?? 0)) return `the file ends after entry ${size}`
    const unsigned = await this.#headFault(first)
    if (unsigned !== null) return unsigned
    const isWhole = this.#proven === first.size && (await this.#root()) === first.root
    return isWhole ? null : 'the last signed head is missing'
  }

  async #entry([, document = '', hash = '', previous = '', number = '']: RegExpExecArray): Promise<string | null> {
    if (this.first === null) return 'the file does not begin with its head'
    const seq = Number(number)
    if (this.size === 0) {
      const unsigned = await this.#headFault(this.first)
      if (unsigned !== null) return unsigned
    }
    if (seq !== this.size + 1) return `entry ${seq} follows entry ${this.size}`
    if (seq > this.first.size) return 'the signed head does not cover it'
    const { tenant_id: tenant } = (parsed(document) ?? {}) as { tenant_id?: unknown }
    if (tenant !== this.first.tenantId) return 'it is of another tenant'
    const before = new DataView(new ArrayBuffer(8))
    before.setBigUint64(0, BigInt(seq))
    const place = new Uint8Array(before.buffer)
    const own = await sha256(utf8('svc-audit-entry-v1\n'), place, bytesOf(previous), utf8(document))
    if (hex(own) !== hash) return 'its hash is not its own'
    if (previous !== this.#hash) return 'its hash is its own and not the one the chain goes on from'
    this.#hash = hash
    let node = await sha256(Uint8Array.of(0), own)
    for (let at = this.size; at % 2 === 1; at = (at - 1) / 2)
      node = await sha256(Uint8Array.of(1), this.#peaks.pop() ?? node, node)
    this.#peaks.push(node)
    this.size++
    const known = this.#options.knownHead
    const isOther = known?.size === this.size && known.root !== (await this.#root())
    return isOther ? 'the log was another one when the head you kept was signed' : null
  }

  async #head(head: SignedHead): Promise<string | null> {
    const unsigned = await this.#headFault(head)
    if (unsigned !== null) return unsigned
    if (head.size <= this.#proven) return 'the file has a head of this size already'
    if (head.size !== this.size) return `after entry ${this.size} stands a head of ${head.size} entries`
    if ((await this.#root()) !== head.root) return 'the entries agree with one another and not with the signed head'
    this.#proven = head.size
    this.heads++
    return null
  }

  async #headFault({ keyId, signed, signature, tenantId }: SignedHead): Promise<string | null> {
    const key = this.keys.get(keyId)
    const { keyIds } = this.#options
    if (key === undefined) return `the file lacks key ${keyId}`
    if (keyIds !== undefined && !keyIds.includes(keyId)) return `key ${keyId} is not one you trust`
    if (!(await isSigned(signed, signature, key))) return 'the signature of the head is not valid'
    return tenantId === this.first?.tenantId ? null : 'the head is of another tenant'
  }

  async #root(): Promise<string> {
    let root = this.#peaks.at(-1) ?? (await sha256())
    for (const left of this.#peaks.slice(0, -1).reverse()) root = await sha256(Uint8Array.of(1), left, root)
    return hex(root)
  }
}

function headOf(match: RegExpExecArray | null): SignedHead | null {
  if (!match) return null
  const [, keyId = '', root = '', signature = '', size = '', tenant = '', time = ''] = match
  const tenantId = parsed(tenant)
  if (typeof tenantId !== 'string') return null
  const signed = `svc-audit-head-v1\n{"key_id":"${keyId}","root":"${root}","size":${size},"tenant_id":${tenant},"time_ms":${time}}`
  return { tenantId, size: Number(size), timeMs: Number(time), root, keyId, signature, signed }
}

async function* linesOf(content: string | Uint8Array | AsyncIterable<string | Uint8Array>) {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let rest = ''
  for await (const chunk of typeof content === 'string' || content instanceof Uint8Array ? [content] : content) {
    const lines = (rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) yield { text, isWhole: text.length <= LINE_MAX }
    if (rest.length > LINE_MAX) yield { text: rest, isWhole: false }
  }
  if (rest !== '') yield { text: rest, isWhole: false }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function isSigned(text: string, signature: string, raw: Uint8Array): Promise<boolean> {
  const bytes = base64url(signature)
  if (bytes?.length !== 64) return false
  try {
    const key = await crypto.subtle.importKey('raw', raw as BufferSource, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, bytes as BufferSource, utf8(text) as BufferSource)
  } catch (error) {
    if ((error as Error).name === 'NotSupportedError')
      throw new TypeError('this runtime has no Ed25519 in its WebCrypto', { cause: error })
    return false // the key is not a point on the curve
  }
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

async function sha256(...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const [only, ...others] = parts
  if (only !== undefined && others.length === 0)
    return new Uint8Array(await crypto.subtle.digest('SHA-256', only as BufferSource))
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', whole))
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function bytesOf(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** Null for a text that is not canonical base64url: otherwise one value would have several texts. */
function base64url(text: unknown): Uint8Array | null {
  if (typeof text !== 'string' || !/^[\w-]+$/.test(text)) return null
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const again = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
    return again === text ? Uint8Array.from(binary, (char) => char.charCodeAt(0)) : null
  } catch {
    return null
  }
}
