import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export type Python = { readonly path: string; readonly missing: string | undefined }

/**
 * Creates a Python environment with one package from PyPI and its dependencies; `missing` is the reason if that fails.
 */
export function pythonWith(name: string, version: string, module: string, others: readonly string[] = []): Python {
  const home = join(import.meta.dirname, '../.cache', name, version)
  const path = join(home, 'bin', 'python')
  return { path, missing: whyMissing(home, path, [`${name}==${version}`, ...others], module) }
}

/** The environment of the Python client has a pip: installing another one takes longer than most packages. */
const PIP = join(import.meta.dirname, '../.cache/sdk-python/bin/python')

function whyMissing(home: string, path: string, wanted: readonly string[], module: string): string | undefined {
  const has = () => existsSync(path) && spawnSync(path, ['-c', `import ${module}`]).status === 0
  if (has()) return undefined
  const isOthers = existsSync(PIP)
  if (spawnSync('python3', ['-m', 'venv', ...(isOthers ? ['--without-pip'] : []), home]).status !== 0)
    return 'there is no python3 with venv'
  // Python compiles the imported modules later, which are few of those that a package brings.
  const install = ['install', '--quiet', '--no-compile', ...wanted]
  const pip = isOthers
    ? spawnSync(PIP, ['-m', 'pip', '--python', path, ...install])
    : spawnSync(path, ['-m', 'pip', ...install])
  return pip.status === 0 && has() ? undefined : `pip cannot install ${wanted.join(', ')}`
}
