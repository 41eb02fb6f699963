/** Checks the rules of `.dependency-cruiser.cjs`: which folder may import which. `npm run boundaries` */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

type Violation = {
  readonly from: string
  readonly to: string
  readonly rule: { readonly name: string }
  readonly cycle?: readonly { readonly name: string }[]
}
/** Packages and Node's own modules are among the modules. */
type Report = {
  readonly modules: readonly { readonly source: string }[]
  readonly summary: { readonly violations: readonly Violation[] }
}

const ROOT = path.join(import.meta.dirname, '..')
const FOLDERS = ['platform', 'schemas', 'stores', 'detections', 'connectors', 'pipeline', 'query', 'control', 'api']
const TOOL = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'
/** With a compiler that it does not know the tool looks at nothing, and finds nothing wrong with it. */
const MODULES_MIN = 100

const folders = [...FOLDERS, 'services', 'console'].filter((folder) => fs.existsSync(path.join(ROOT, folder)))
const { modules, summary } = cruise(folders)
const seen = new Set(modules.map(({ source }) => source).filter((source) => /\.tsx?$/.test(source)))
const unseen = folders.flatMap(sourcesIn).filter((file) => !seen.has(file))
const faults = [
  ...(seen.size < MODULES_MIN ? [`only ${seen.size} modules were looked at`] : []),
  ...unseen.map((file) => `${file} was not looked at`),
  ...summary.violations.map(describe),
]
for (const fault of faults) process.stderr.write(`${fault}\n`)
console.log(`${seen.size} modules, ${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1

function cruise(paths: readonly string[]): Report {
  const args = [TOOL, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...paths]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (stdout === '') throw new Error(`dependency-cruiser said nothing: ${stderr}`)
  return JSON.parse(stdout) as Report
}

function sourcesIn(folder: string): string[] {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file) && !file.includes('node_modules'))
}

function describe({ rule, from, to, cycle }: Violation): string {
  return `${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' -> ')}`
}
