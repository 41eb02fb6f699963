#!/usr/bin/env node
import * as nodeModule from 'node:module'
import process from 'node:process'

// Node from 22.8 on keeps the compiled code, so that the next start does not compile it again.
;(nodeModule as { enableCompileCache?: () => unknown }).enableCompileCache?.()
const { runCli } = await import('./main.ts')
process.exitCode = await runCli(process.argv.slice(2))
