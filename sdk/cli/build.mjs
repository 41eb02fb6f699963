/** Makes `dist`. It fetches what it is built with where nobody has installed that, so that `npm pack` and `npm install FOLDER` need nothing before them. */
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

if (!['rolldown', 'diff', 'yaml'].every(isThere)) {
  // Settings of the npm that runs this belong to its own command: `npm install --global` would install that for everybody.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_config_(global|location|prefix|workspace|dry_run)/i.test(name),
    ),
  )
  const args = ['install', '--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit', '--no-fund']
  execFileSync('npm', args, { ...quiet, env, shell: process.platform === 'win32' })
}
const { rolldown } = await import('rolldown')
const bundle = await rolldown({ input: 'src/bin.ts', platform: 'node', cwd: import.meta.dirname })
await bundle.write({
  dir: 'dist',
  entryFileNames: 'svc.mjs',
  chunkFileNames: '[name].mjs',
  format: 'esm',
  minify: true,
})
await bundle.close()
