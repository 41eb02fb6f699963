// Runs a TypeScript file of the project: `node bin/run.mjs FILE [ARGS]`.
import { install, run } from './bootstrap.mjs'

install()
run(process.argv[2], process.argv.slice(3))
