/** Packages that take long to load and that most processes never need. */
import { createRequire } from 'node:module'

const requireHere = createRequire(import.meta.url)

/** Loads the package on first use. `Package` is `typeof import(name)`. */
export function lazyPackage<Package>(name: string): () => Package {
  let loaded: Package | undefined
  return () => (loaded ??= requireHere(name) as Package)
}
