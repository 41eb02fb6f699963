/** Makes `dist`. It fetches the compiler where nobody has installed it, so that `npm pack` and `npm install FOLDER` need nothing before them. */
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import process from 'node:process'

const require = createRequire(import.meta.url)
const quiet = { cwd: import.meta.dirname, stdio: ['ignore', 2, 2] }

function isThere(name) {
  try {
    return require.resolve(`${name}/package.json`) !== ''
  } catch {
    return false
  }
}

if (!isThere('typescript')) {
  // Settings of the npm that runs this belong to its own command: `npm install --global` would install the compiler for everybody.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_config_(global|location|prefix|workspace|dry_run)/i.test(name),
    ),
  )
  const args = ['install', '--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit', '--no-fund']
  execFileSync('npm', args, { ...quiet, env, shell: process.platform === 'win32' })
}
execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.json'], quiet)
