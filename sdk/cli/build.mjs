/** Builds `dist`: the command line in a few files without dependencies. */
import { requireTools } from '../build-tools.mjs'

requireTools(import.meta.dirname, ['rolldown', 'diff', 'yaml'])
const { rolldown } = await import('rolldown')
const bundle = await rolldown({ input: 'src/bin.ts', platform: 'node', cwd: import.meta.dirname })
await bundle.write({
  dir: 'dist',
  entryFileNames: 'svc.mjs',
  chunkFileNames: '[name].mjs',
  format: 'esm',
  minify: true,
})
await bundle.close()
