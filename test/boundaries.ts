/** Checks the rules of `.dependency-cruiser.cjs`: which folder may import which. `npm run boundaries` */
import fs from 'node:fs'
import path from 'node:path'
import { cruise, TIERS, type Violation } from './cruise.ts'

const ROOT = path.join(import.meta.dirname, '..')
/** With a compiler that it does not know, the tool reads no modules and reports no violations. */
const MODULES_MIN = 100

const folders = [...TIERS, 'console', 'sdk']
const gone = folders.filter((folder) => !fs.existsSync(path.join(ROOT, folder)))
const { sources, violations } = cruise(ROOT, folders)
const seen = new Set(sources.filter((source) => /\.tsx?$/.test(source)))
const unseen = folders.flatMap(sourcesIn).filter((file) => !seen.has(file))
const faults = [
  ...(seen.size < MODULES_MIN ? [`only ${seen.size} modules were looked at`] : []),
  ...gone.map((folder) => `${folder} is no folder, and has rules`),
  ...unseen.map((file) => `${file} was not looked at`),
  ...violations.map(describe),
]
for (const fault of faults) process.stderr.write(`${fault}\n`)
console.log(`${seen.size} modules, ${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1

function sourcesIn(folder: string): string[] {
  if (gone.includes(folder)) return []
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file) && !file.includes('node_modules'))
}

function describe({ rule, from, to, cycle }: Violation): string {
  return `${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' -> ')}`
}
