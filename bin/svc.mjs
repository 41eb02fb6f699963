#!/usr/bin/env node
import { install, run } from './bootstrap.mjs'

install()
run('services/cli/main.ts', process.argv.slice(2))
