/** The rule files of a folder and its folders, within bounds. */

import { isUtf8 } from 'node:buffer'
import { closeSync, type Dirent, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { basename, relative, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Fault } from '../sigma/fault.ts'
import { LIMITS } from '../sigma/limits.ts'

/** `file` is relative to the folder that was asked for, with `/` between the names. */
export type RuleFile = { readonly path: string; readonly file: string }
export type RuleTree = { readonly files: readonly RuleFile[]; readonly faults: readonly Fault[] }

/**
 * All files with a matching name, a folder's own before those of its subfolders, by name. Names that begin with a dot
 * are skipped, because mounted configuration keeps older copies under them. A link to a file counts as the file; a link
 * to a folder is not followed. `dir` may be one file. Rejects when `dir` itself cannot be read.
 */
export async function findRuleFiles(dir: string, fits: RegExp): Promise<RuleTree> {
  if (statSync(dir, { throwIfNoEntry: false })?.isFile()) return oneFile(dir, fits)
  const files: RuleFile[] = []
  const faults: Fault[] = []
  const folders = [{ path: dir, file: '', depth: 0 }]
  for (const folder of folders) {
    await setImmediate()
    const entries = entriesOf(folder.path, folder.depth)
    if ('reason' in entries) faults.push(fault(dir, folder.path, entries.reason))
    else {
      for (const entry of entries.list) {
        const path = `${folder.path}${sep}${entry.name}`
        const file = `${folder.file}${entry.name}`
        if (!entry.isDirectory()) fits.test(entry.name) && isFile(entry, path) && files.push({ path, file })
        else if (folder.depth < LIMITS.folderDepth) folders.push({ path, file: `${file}/`, depth: folder.depth + 1 })
        else faults.push(fault(dir, path, `deeper than ${LIMITS.folderDepth} folders: not read`))
        if (files.length + folders.length > LIMITS.files)
          return { files, faults: [...faults, fault(dir, path, TOO_MANY)] }
      }
    }
  }
  return { files, faults }
}

function oneFile(path: string, fits: RegExp): RuleTree {
  const file = basename(path)
  if (fits.test(file)) return { files: [{ path, file }], faults: [] }
  return {
    files: [],
    faults: [{ file, line: 0, reason: 'the file name has no extension of a rule (.yml, .eql, .toml, .kql, .yar)' }],
  }
}

const TOO_MANY = `nothing after this is read: at most ${LIMITS.files} files and folders are`

/** A folder that is removed or becomes unreadable meanwhile only loses its own files. */
function entriesOf(path: string, depth: number): { list: Dirent[] } | { reason: string } {
  try {
    const list = readdirSync(path, { withFileTypes: true }).filter((entry) => !entry.name.startsWith('.'))
    return { list: list.sort((a, b) => (a.name < b.name ? -1 : 1)) }
  } catch (error) {
    if (depth === 0) throw error
    return { reason: `cannot read the folder: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}` }
  }
}

function isFile(entry: Dirent, path: string): boolean {
  return entry.isFile() || (entry.isSymbolicLink() && statSync(path, { throwIfNoEntry: false })?.isFile() === true)
}

function fault(dir: string, path: string, reason: string): Fault {
  return { file: relative(dir, path), line: 0, reason }
}

/** One byte more than a file may have, to detect a file that grows while it is read. */
const buffer = Buffer.alloc(LIMITS.fileBytes + 1)

/**
 * The text of a file, or the reason why it has none. Synchronous: thousands of small files are read in a third of the
 * time.
 */
export function readRuleFile(path: string): { text: string } | { reason: string } {
  let descriptor: number | null = null
  try {
    descriptor = openSync(path, 'r')
    const length = readSync(descriptor, buffer, 0, buffer.length, 0)
    if (length > LIMITS.fileBytes) return { reason: TOO_LARGE }
    const bytes = buffer.subarray(0, length)
    return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { reason: 'the file is not UTF-8 text' }
  } catch (error) {
    return { reason: `cannot read the file: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}` }
  } finally {
    if (descriptor !== null) closeSync(descriptor)
  }
}

const TOO_LARGE = `the file is larger than ${LIMITS.fileBytes} bytes`
