/** `node detections/match/kernel/build.ts`: makes `keyword-kernel.wasm` from its source. A test holds the two together. */
import fs from 'node:fs'
import { pathToFileURL } from 'node:url'
import { main } from 'assemblyscript/asc'

const SOURCE = new URL('keyword-kernel.as', import.meta.url)
export const KERNEL = new URL('keyword-kernel.wasm', import.meta.url)

/** Throws with the compiler's own words. */
export async function buildKernel(): Promise<Uint8Array> {
  let built: Uint8Array | null = null
  const { error, stderr } = await main(
    [
      'kernel.ts',
      '--outFile',
      'kernel.wasm',
      '--runtime',
      'stub',
      '-O3',
      '--noAssert',
      '--enable',
      'simd,relaxed-simd',
      '--initialMemory',
      '16',
    ],
    {
      readFile: (name) => (name === 'kernel.ts' ? fs.readFileSync(SOURCE, 'utf8') : null),
      writeFile: (_name, contents) => {
        built = typeof contents === 'string' ? Buffer.from(contents) : contents
      },
      listFiles: () => [],
    },
  )
  if (error || !built) throw new Error(`the kernel does not compile: ${stderr.toString()}`)
  return built
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) fs.writeFileSync(KERNEL, await buildKernel())
