/** Checks the console's types, after generating the types of the API from its document: `npm run types`. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..')
const MADE = path.join(import.meta.dirname, 'src/api/schema.gen.d.ts')

const at = (file: string) => path.join(ROOT, 'node_modules', file)
const generator = [at('openapi-typescript/bin/cli.js'), 'schemas/openapi/openapi.json', '--output', MADE]

/** Lets a second check look only at changed files. */
const INCREMENTAL = ['--incremental', '--tsBuildInfoFile', '.cache/console.tsbuildinfo']

fs.rmSync(MADE, { force: true })
process.exitCode = ran(generator) || ran([at('tsgo/bin/tsc'), '--noEmit', ...INCREMENTAL, '-p', 'console'])

function ran(args: readonly string[]): number {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) process.stderr.write(`${stdout}${stderr}`)
  return status ?? 1
}
