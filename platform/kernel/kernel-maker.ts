/** Kernels in WebAssembly, on processors that have the vector instructions that they use. */
import fs from 'node:fs'

/** The project's type libraries do not declare WebAssembly. */
declare const WebAssembly: {
  validate(bytes: Uint8Array): boolean
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}

/**
 * Returns a function that creates instances, each with its own memory; null on a processor without the instructions.
 */
export function kernelMaker<Exports>(file: URL): (() => Exports) | null {
  const code = fs.readFileSync(file)
  if (!WebAssembly.validate(code)) return null
  const module = new WebAssembly.Module(code)
  return () => new WebAssembly.Instance(module).exports as Exports
}
