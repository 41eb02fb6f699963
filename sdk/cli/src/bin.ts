#!/usr/bin/env node
import * as nodeModule from 'node:module'
import process from 'node:process'

// Node 22.8 and later cache the compiled code, so that the next start is faster.
;(nodeModule as { enableCompileCache?: () => unknown }).enableCompileCache?.()
const { runCli } = await import('./main.ts')
process.exitCode = await runCli(process.argv.slice(2))
