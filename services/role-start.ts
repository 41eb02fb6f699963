/**
 * Entry of a process with roles: `node services/role-start.ts api relay`. It imports nothing before it enables the
 * compile cache, because Node would strip the types of such modules at every start.
 */
import { enableCompileCache } from 'node:module'

enableCompileCache()
await import('../platform/own-modules.ts')
const { runProcess } = await import('./main.ts')
await runProcess(process.argv.slice(2))
