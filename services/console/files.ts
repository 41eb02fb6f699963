/** The built files in memory, each also packed: they are few, and a version that is removed meanwhile stays whole. */
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

export type BuiltFile = { readonly type: string; readonly body: Buffer; readonly packed: Buffer }

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

const pack = promisify(gzip)

/** Reads the built files, by path from `/`. */
export async function readFiles(folder: string): Promise<ReadonlyMap<string, BuiltFile>> {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const files = new Map<string, BuiltFile>()
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name)
    const body = fs.readFileSync(file)
    const type = TYPES[path.extname(file)] ?? 'application/octet-stream'
    const url = `/${path.relative(folder, file).split(path.sep).join('/')}`
    files.set(url, { type, body, packed: await pack(body) })
  }
  return files
}
