/** The tools that a package of this folder is built with. */
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'

/**
 * Installs the packages `names` in `folder` unless they are there, so that `npm pack` and `npm install FOLDER` need no
 * other step first. Returns `require` of the folder.
 */
export function requireTools(folder, names) {
  const require = createRequire(path.join(folder, 'build.mjs'))
  if (names.every((name) => isThere(require, name))) return require
  // The settings of the npm that runs this are for its own command: `npm install --global` would install the tools
  // globally.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_config_(global|location|prefix|workspace|dry_run)/i.test(name),
    ),
  )
  const args = ['install', '--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit', '--no-fund']
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2], env, shell: process.platform === 'win32' })
  return require
}

function isThere(require, name) {
  try {
    return require.resolve(`${name}/package.json`) !== ''
  } catch {
    return false
  }
}
