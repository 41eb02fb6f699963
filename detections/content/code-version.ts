/** A digest of the code that compiles rules to plans: cached plans of another version are discarded. */
import { hash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { stampOf } from './file-stamp.ts'

const ROOT = path.join(import.meta.dirname, '../..')
/** The folders whose code determines the cached plans. */
const FOLDERS = ['detections', 'platform', 'schemas', 'services/cli/rules-run']
/** Pins the package versions. The file is not part of a published package. */
const LOCK = 'package-lock.json'

let version: string | undefined

export function codeVersion(): string {
  if (version !== undefined) return version
  const files = FOLDERS.flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => path.join(folder, file)),
  )
  const paths = [...files, LOCK].map((file) => path.join(ROOT, file)).filter(fs.existsSync)
  // Code that is changed while a command starts is of no version.
  version = hash('sha256', `${process.version}\n${stampOf(paths.sort(), Number.POSITIVE_INFINITY)}`)
  return version
}
