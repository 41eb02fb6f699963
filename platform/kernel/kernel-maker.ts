/** Kernels as WebAssembly, where the processor has the vector instructions that they are made of. */
import fs from 'node:fs'

/** No library of types that the project has knows it. */
declare const WebAssembly: {
  validate(bytes: Uint8Array): boolean
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}

/** A function that makes instances, each with a memory of its own; null on a processor without the instructions. */
export function kernelMaker<Exports>(file: URL): (() => Exports) | null {
  const code = fs.readFileSync(file)
  if (!WebAssembly.validate(code)) return null
  const module = new WebAssembly.Module(code)
  return () => new WebAssembly.Instance(module).exports as Exports
}
