/** Schemathesis, a public fuzzer of OpenAPI, in a Python environment of its own below `.cache/schemathesis`. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

const VERSION = '4.32.5'
const HOME = join(import.meta.dirname, '..', '..', '.cache', 'schemathesis', VERSION)
/**
 * Checks on which callers rely. Its other checks are a matter of taste, or concern cases that this API answers with
 * 414.
 */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'response_headers_conformance',
  'unsupported_method',
]
/** Excluded, because they would end the fuzzer's own credential by changing a password or revoking a key. */
const EXCLUDED = 'password|logout|/api-keys/'

/** Path of the program; it is installed from PyPI if it is missing. Throws with pip's own message if that fails. */
export function ensureSchemathesis(say: (line: string) => void): string {
  const program = join(HOME, 'bin', 'schemathesis')
  if (existsSync(program)) return program
  say(`fetching schemathesis ${VERSION} into ${HOME}`)
  run('python3', ['-m', 'venv', HOME])
  run(join(HOME, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`])
  return program
}

export type FuzzRun = {
  readonly document: string
  readonly url: string
  readonly key: string
  readonly seconds: number
  readonly seed?: string
}

/**
 * Prints its report to this process's output, and writes its files beside the document. Returns its status: 0 if
 * nothing was found.
 */
export function fuzz(program: string, { document, url, key, seconds, seed }: FuzzRun): number {
  const args = ['run', document, '--url', url, '--header', `X-API-Key: ${key}`, '--checks', CHECKS.join(',')]
  // Below the rate limit of a key: beyond it every response is 429, which finds nothing.
  const bounds = ['--rate-limit', '900/m', '--max-time', String(seconds), '--exclude-path-regex', EXCLUDED]
  const how = ['--continue-on-failure', '--warnings', 'off', '--no-color', ...(seed ? ['--seed', seed] : [])]
  return spawnSync(program, [...args, ...bounds, ...how], { stdio: 'inherit', cwd: dirname(document) }).status ?? 1
}

function run(command: string, args: readonly string[]): void {
  const done = spawnSync(command, args, { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`${command}: ${done.error?.message ?? `${done.stdout}${done.stderr}`.trim()}`)
}
