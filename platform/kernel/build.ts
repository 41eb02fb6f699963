/** `npm run kernel`: compiles each `.wasm` file from its `.as` source. A test checks that they match. */
import fs from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { main } from 'assemblyscript/asc'

/** Throws with the compiler's messages. `source` is the `.as` file. */
export async function buildKernel(source: URL): Promise<Uint8Array> {
  const name = `${basename(source.pathname, '.as')}.ts`
  let built: Uint8Array | null = null
  const { error, stderr } = await main(
    [
      name,
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
      // A kernel may import from kernels in the same folder.
      readFile: (file) => {
        const sourceFile = new URL(file.replace(/\.ts$/, '.as'), source)
        return sourceFile.pathname.endsWith('.as') && fs.existsSync(sourceFile)
          ? fs.readFileSync(sourceFile, 'utf8')
          : null
      },
      writeFile: (_name, contents) => {
        built = typeof contents === 'string' ? Buffer.from(contents) : contents
      },
      listFiles: () => [],
    },
  )
  if (error || !built) throw new Error(`${name} does not compile: ${stderr.toString()}`)
  return built
}

const ROOT = new URL('../../', import.meta.url)

/** The `.as` files of all kernels. */
export function kernelSources(): URL[] {
  return fs
    .globSync('{detections,pipeline}/**/*.as', { cwd: fileURLToPath(ROOT) })
    .sort()
    .map((file) => new URL(file, ROOT))
}

export function compiledFile(source: URL): URL {
  return new URL(source.href.replace(/\.as$/, '.wasm'))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const source of kernelSources()) fs.writeFileSync(compiledFile(source), await buildKernel(source))
