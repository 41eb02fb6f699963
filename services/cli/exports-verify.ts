/**
 * `svc exports verify FILE`: checks the signature of an export without the installation. FILE is a bundle (ZIP), a folder of
 * `svc export`, any exported file with `--signature FILE`, or a certificate of an erasure with `--keys FILE`.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Compile } from 'typebox/compile'
import { canonicalJson } from '../../control/platform/audit/index.ts'
import {
  type DetachedSignature,
  detachedSchema,
  openBundle,
  SIGNATURE_FILE,
  sha256,
  signatureFault,
} from '../../control/platform/exports/index.ts'
import type { Certificate } from '../../control/platform/governance/index.ts'
import { AppError } from '../../platform/errors.ts'
import { MANIFEST, type Manifest } from './export.ts'
import { certificateFault, certificateIn, certificateLine } from './verify-certificate.ts'

export type ExportsVerifyOptions = {
  /** Ids of keys the reader trusts. */
  readonly key?: readonly string[]
  /** File with the detached signature. */
  readonly signature?: string
  /** File with the answer of GET /audit/keys, for a certificate of an erasure. */
  readonly keys?: string
}

const SIGNATURE = Compile(detachedSchema)

/** Exit status 1 and the fault on stdout when the export differs from the signed one. */
export async function verifyExport(target: string, options: ExportsVerifyOptions): Promise<void> {
  const { key, signature } = options
  const isFile = fs.statSync(target, { throwIfNoEntry: false })?.isFile() === true && signature === undefined
  const certificate = isFile ? certificateIn(fs.readFileSync(target, 'utf8')) : null
  if (certificate !== null) return verifyCertificate(certificate, options)
  const { contentSha256, detached, fault } = await measured(target, signature)
  const wrong = fault ?? signatureFault(detached, contentSha256, key ?? null)
  if (wrong !== null) {
    console.log(`not verified: ${wrong}`)
    process.exitCode = 1
    return
  }
  const { export_kind, tenant_id, row_count, is_whole, signed_at, key_id, query_digest } = detached.statement
  const part = is_whole ? '' : ' (not all matching rows)'
  console.log(
    `verified: ${row_count} rows of ${export_kind}${part} of tenant ${tenant_id}, signed ${signed_at} by key ${key_id}, query ${query_digest}`,
  )
  if (key === undefined)
    process.stderr.write(
      'the key came with the signature: compare its id with the one you trust, or pass that one with --key\n',
    )
}

function verifyCertificate(certificate: Certificate, { key, keys }: ExportsVerifyOptions): void {
  if (keys === undefined)
    throw new AppError(
      'bad_request',
      'a certificate of an erasure needs --keys, a file with what `svc audit keys list --json` gives',
    )
  const fault = certificateFault(certificate, fs.readFileSync(keys, 'utf8'), key ?? null)
  console.log(fault === null ? certificateLine(certificate) : `not verified: ${fault}`)
  if (fault !== null) process.exitCode = 1
  else if (key === undefined)
    process.stderr.write('compare the id of the key with the one you trust, or pass that one with --key\n')
}

type Measured = {
  readonly contentSha256: string
  readonly detached: DetachedSignature
  /** Why the files of a folder do not match its manifest; null when they do. */
  readonly fault: string | null
}

async function measured(target: string, signatureFile: string | undefined): Promise<Measured> {
  const isFolder = fs.statSync(target, { throwIfNoEntry: false })?.isDirectory()
  if (isFolder === undefined) throw new AppError('bad_request', `${target} does not exist`)
  if (isFolder) return ofFolder(target)
  if (signatureFile !== undefined)
    return {
      contentSha256: await digestOf(target),
      detached: read(fs.readFileSync(signatureFile, 'utf8')),
      fault: null,
    }
  const bundle = opened(target)
  return { contentSha256: sha256(bundle.content), detached: read(bundle.signature), fault: null }
}

function opened(file: string) {
  const refused = `${file} does not hold one exported file and its ${SIGNATURE_FILE}: pass the signature with --signature`
  try {
    const bundle = openBundle(fs.readFileSync(file))
    if (bundle !== null) return bundle
  } catch (cause) {
    throw new AppError('bad_request', refused, { cause })
  }
  throw new AppError('bad_request', refused)
}

async function ofFolder(folder: string): Promise<Measured> {
  const file = path.join(folder, MANIFEST)
  if (!fs.existsSync(file)) throw new AppError('bad_request', `${folder} has no ${MANIFEST}`)
  const { signature, ...manifest } = JSON.parse(fs.readFileSync(file, 'utf8')) as Manifest
  if (signature === null) throw new AppError('bad_request', `${file} has no signature: the export was not signed`)
  let fault: string | null = null
  for (const one of manifest.files) {
    const whole = path.join(folder, path.basename(one.file))
    if (!fs.existsSync(whole)) fault ??= `${one.file} is missing`
    else if ((await digestOf(whole)) !== one.sha256) fault ??= `${one.file} is not the file that was exported`
  }
  return { contentSha256: sha256(canonicalJson(manifest)), detached: read(JSON.stringify(signature)), fault }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of fs.createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

function read(text: string): DetachedSignature {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (cause) {
    throw new AppError('bad_request', 'the signature is not JSON', { cause })
  }
  if (!SIGNATURE.Check(parsed)) throw new AppError('bad_request', 'the signature is not in the format svc-export-v1')
  return parsed
}
