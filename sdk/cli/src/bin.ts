#!/usr/bin/env node
/** `svc-cli`: the command line over the API by itself. */
import { runCli } from './main.ts'

process.exitCode = await runCli(process.argv.slice(2))
