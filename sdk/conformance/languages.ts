/** Finds the runtimes of the SDKs' languages; null for a missing one. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'

export const SDK = path.join(import.meta.dirname, '..')
const OWN_PYTHON = path.join(SDK, '../.cache/sdk-python/bin/python')

/** A Python with the packages that the client needs. */
export function findPython(): string | null {
  return [OWN_PYTHON, 'python3'].find((file) => runs(file, ['-c', 'import httpx, pydantic'])) ?? null
}

/** The checkers of the Python client, which only come with its own environment. */
export function hasPythonCheckers(python: string): boolean {
  return runs(python, ['-m', 'mypy', '--version']) && runs(python, ['-m', 'ruff', '--version'])
}

export function hasZstd(python: string): boolean {
  return runs(python, ['-c', 'import zstandard']) || runs(python, ['-c', 'import compression.zstd'])
}

/** Subscriptions of the Python client need it. */
export function hasWebsockets(python: string): boolean {
  return runs(python, ['-c', 'import websockets'])
}

export function hasCryptography(python: string): boolean {
  return runs(python, ['-c', 'import cryptography'])
}

export function findGo(): string | null {
  return runs('go', ['version']) ? 'go' : null
}

const CACHE = path.join(SDK, '../.cache')

/** The linter of Go that `go vet` has no part of. */
export function findStaticcheck(): string | null {
  return [path.join(CACHE, 'go-tools/staticcheck'), 'staticcheck'].find((file) => runs(file, ['-version'])) ?? null
}

/** The folder of the programs that check an npm package as other people's tools read it: publint and attw. */
export function findPackageChecks(): string | null {
  const folder = path.join(CACHE, 'package-checks/node_modules/.bin')
  return runs(path.join(folder, 'attw'), ['--version']) && runs(path.join(folder, 'publint'), ['--version'])
    ? folder
    : null
}

function runs(file: string, args: readonly string[]): boolean {
  return spawnSync(file, args).status === 0
}
