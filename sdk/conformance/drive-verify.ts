/** Verifies the test vectors in TypeScript, and prints the fault of each as JSON. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { verifyAuditLog, verifyExport, verifyExportBundle, verifyExportFolder } from '../typescript/src/index.ts'

type Vectors = {
  exports: { content: string; signature: string; key_ids: string[] | null }[]
  bundles: string[]
  folders: string[]
  audits: { content: string; key_ids: string[] | null; known: { size: number; root: string } | null }[]
}
const { exports, bundles, folders, audits } = JSON.parse(readFileSync(process.env.VECTORS ?? '', 'utf8')) as Vectors

async function* inPieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000)
}

const faults = []
for (const { content, signature, key_ids } of exports)
  faults.push((await verifyExport(content, signature, { keyIds: key_ids ?? undefined })).fault)
const rows = []
for (const counted of [2, 3])
  rows.push((await verifyExport(exports[0]?.content ?? '', exports[0]?.signature ?? '', { rows: counted })).fault)
const archives = []
for (const bundle of bundles) archives.push((await verifyExportBundle(Buffer.from(bundle, 'base64'))).fault)
const kept = []
for (const folder of folders) {
  const read = async (file: string) => {
    const whole = path.join(folder, path.basename(file))
    return existsSync(whole) ? readFileSync(whole) : undefined
  }
  kept.push((await verifyExportFolder(readFileSync(path.join(folder, 'manifest.json'), 'utf8'), read)).fault)
}
const logs = []
for (const { content, key_ids, known } of audits) {
  const options = { keyIds: key_ids ?? undefined, knownHead: known ?? undefined }
  const { fault, entries, heads, head } = await verifyAuditLog(inPieces(content), options)
  logs.push({ fault: fault?.detail ?? null, line: fault?.line ?? 0, entries, heads, size: head?.size ?? null })
}
console.log(JSON.stringify({ exports: faults, rows, bundles: archives, folders: kept, audits: logs }))
