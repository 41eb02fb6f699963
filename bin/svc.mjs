#!/usr/bin/env node
import { install, run } from './bootstrap.mjs'

install()
run('bin/cli.mjs', process.argv.slice(2))
