/**
 * Entry of a process with roles: `node services/role-start.ts api relay`. Types are stripped anew from whatever is
 * imported before the cache of compiled code is enabled, so nothing is.
 */
import { enableCompileCache } from 'node:module'

enableCompileCache()
await import('../platform/own-modules.ts')
const { runProcess } = await import('./main.ts')
await runProcess(process.argv.slice(2))
