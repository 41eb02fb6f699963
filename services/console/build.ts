/**
 * Builds the console's files with vite, below `.cache/console/` in a folder named after a digest of the sources and the
 * lock file: a change of either makes a new folder, and nothing is fetched.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { AppError } from '../../platform/errors.ts'
import { API_DOCUMENT } from '../../schemas/api-document.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const SOURCES = path.join(import.meta.dirname, '../../console')
const BUILT = path.join(ROOT, '.cache', 'console')
const VITE = path.join(ROOT, 'node_modules/vite/bin/vite.js')
const BUILD_MS_MAX = 300_000
/** Sources that no built file depends on. */
const NOT_BUILT = /\.test\.tsx?$|\.d\.ts$|tsconfig\.json$|types\.ts$/

/** The folder of the built files, built now when it is not there. Throws `unavailable` when that cannot be done. */
export async function builtConsole(): Promise<string> {
  const folder = path.join(BUILT, sourcesHash())
  if (!fs.existsSync(folder)) await build(folder)
  return folder
}

function sourcesHash(): string {
  const hash = createHash('sha256')
  const names = fs
    .readdirSync(SOURCES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !NOT_BUILT.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
  // The console's forms are drawn from the document.
  for (const file of [...names, API_DOCUMENT, path.join(ROOT, 'package-lock.json')])
    hash.update(path.relative(ROOT, file)).update('\0').update(fs.readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 32)
}

/** Built beside its place and moved there whole: a concurrent build makes the same files. */
async function build(folder: string): Promise<void> {
  if (!fs.existsSync(VITE))
    throw new AppError('unavailable', 'the console is not built, and vite is not installed: run npm install')
  fs.mkdirSync(BUILT, { recursive: true })
  const made = fs.mkdtempSync(path.join(BUILT, 'building-'))
  try {
    const args = [
      VITE,
      'build',
      '--config',
      path.join(SOURCES, 'vite.config.ts'),
      '--outDir',
      made,
      '--logLevel',
      'warn',
    ]
    const env = { ...process.env, NODE_ENV: 'production' }
    await promisify(execFile)(process.execPath, args, { cwd: SOURCES, env, timeout: BUILD_MS_MAX })
    moveInto(made, folder)
  } catch (cause) {
    const stderrText = (cause as { stderr?: string }).stderr?.trim() ?? ''
    throw new AppError('unavailable', `the console could not be built${stderrText === '' ? '' : `: ${stderrText}`}`, {
      cause,
    })
  } finally {
    fs.rmSync(made, { recursive: true, force: true })
  }
}

function moveInto(made: string, folder: string): void {
  try {
    fs.renameSync(made, folder)
  } catch (error) {
    if (!fs.existsSync(folder)) throw error
  }
}

if (import.meta.main) console.log(await builtConsole())
