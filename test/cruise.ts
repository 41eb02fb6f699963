/** Runs the rules of `.dependency-cruiser.cjs` over a folder. */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'

export type Violation = {
  readonly from: string
  readonly to: string
  readonly rule: { readonly name: string }
  readonly cycle?: readonly { readonly name: string }[]
}
/** Packages and Node's own modules are listed as modules too. */
type Report = {
  readonly modules: readonly { readonly source: string }[]
  readonly summary: { readonly violations: readonly Violation[] }
}

const ROOT = path.join(import.meta.dirname, '..')
const TOOL = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
const CONFIG = path.join(ROOT, '.dependency-cruiser.cjs')
const { forbidden } = createRequire(import.meta.url)(CONFIG) as { forbidden: readonly { readonly name: string }[] }

export const RULES = forbidden.map(({ name }) => name)
/** Folders of the import order, from left to right. */
export const TIERS = RULES.flatMap((name) => /^([\w/]+)-imports-to-the-left$/.exec(name)?.[1] ?? [])
/** Folders of the program, none of which is inside another. */
export const PROGRAM_FOLDERS = TIERS.filter((folder) => !folder.includes('/'))

export function cruise(root: string, paths: readonly string[]) {
  const args = [TOOL, '--config', CONFIG, '--output-type', 'json', ...paths]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (stdout === '') throw new Error(`dependency-cruiser said nothing: ${stderr}`)
  const { modules, summary } = JSON.parse(stdout) as Report
  return { sources: modules.map(({ source }) => source), violations: summary.violations }
}
