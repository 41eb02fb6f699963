/** Builds `dist`: the client as JavaScript with its declarations. */
import { execFileSync } from 'node:child_process'
import process from 'node:process'
import { requireTools } from '../build-tools.mjs'

const require = requireTools(import.meta.dirname, ['typescript'])
const compiler = [require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.json']
execFileSync(process.execPath, compiler, { cwd: import.meta.dirname, stdio: ['ignore', 2, 2] })
