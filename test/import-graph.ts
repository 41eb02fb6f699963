/** Finds the modules that a process loads at start: own files and packages that static imports lead to. */
import fs from 'node:fs'
import path from 'node:path'

export const ROOT = path.join(import.meta.dirname, '..')

/** Type imports are erased, and dynamic imports run later. */
const STATIC = /^(?:import|export)\s+(?!type\b)(?:[^'";=]*?\sfrom\s+)?'([^']+)'/gm

export type Loaded = { readonly files: readonly string[]; readonly packages: readonly string[] }

/** File names are relative to the root of the project. */
export function loadedBy(entries: readonly string[]): Loaded {
  const files = new Set(entries)
  const packages = new Set<string>()
  for (const file of files) {
    for (const target of importsOf(file)) {
      if (target.startsWith('.')) files.add(path.posix.join(path.posix.dirname(file), target))
      else if (!target.startsWith('node:')) packages.add(packageOf(target))
    }
  }
  return { files: [...files].sort(), packages: [...packages].sort() }
}

const known = new Map<string, readonly string[]>()

function importsOf(file: string): readonly string[] {
  const found = known.get(file) ?? staticImports(fs.readFileSync(path.join(ROOT, file), 'utf8'))
  known.set(file, found)
  return found
}

export function staticImports(source: string): string[] {
  return [...source.matchAll(STATIC)].map(([, target = '']) => target)
}

function packageOf(target: string): string {
  const [scope = '', name] = target.split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}
