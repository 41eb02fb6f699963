// The tests that need no engine and no set-up: `npm run unit [-- --watch] [PATH]`. Properties are tried with a fifth of their
// values, as in `npm test`, and with all and more by `npm run fuzz`.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { install, nodePath, root } from './bootstrap.mjs'

install()
const node = nodePath()
const args = process.argv.slice(2)
const mode = args.includes('--watch') ? 'watch' : 'run'
const chosen = ['unit', 'unit alone', 'console']
  .flatMap((name) => ['--project', name])
  .concat(args.filter((arg) => arg !== '--watch'))
const child = spawn(
  node,
  ['--disable-warning=ExperimentalWarning', 'node_modules/vitest/vitest.mjs', mode, ...chosen],
  {
    cwd: root,
    stdio: 'inherit',
    env: { SVC_TEST_TIMES: '0.2', ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` },
  },
)
child.on('exit', (code) => process.exit(code ?? 1))
