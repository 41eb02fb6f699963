/** `node detections/match/kernel/build.ts`: makes the `.wasm` files from their sources. A test holds them together. */
import fs from 'node:fs'
import { pathToFileURL } from 'node:url'
import { main } from 'assemblyscript/asc'

export const KERNELS = ['keyword-kernel', 'event-kernel'] as const
export type KernelName = (typeof KERNELS)[number]

export function kernelFile(name: KernelName, ending: 'as' | 'wasm'): URL {
  return new URL(`${name}.${ending}`, import.meta.url)
}

/** Throws with the compiler's own words. */
export async function buildKernel(name: KernelName): Promise<Uint8Array> {
  let built: Uint8Array | null = null
  const { error, stderr } = await main(
    [
      `${name}.ts`,
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
      readFile: (file) => {
        const known = KERNELS.find((one) => file === `${one}.ts`)
        return known ? fs.readFileSync(kernelFile(known, 'as'), 'utf8') : null
      },
      writeFile: (_name, contents) => {
        built = typeof contents === 'string' ? Buffer.from(contents) : contents
      },
      listFiles: () => [],
    },
  )
  if (error || !built) throw new Error(`the kernel does not compile: ${stderr.toString()}`)
  return built
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const name of KERNELS) fs.writeFileSync(kernelFile(name, 'wasm'), await buildKernel(name))
