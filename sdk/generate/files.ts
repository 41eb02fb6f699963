import { readDocument } from './document.ts'
import { readModel } from './model.ts'
import { pythonFiles } from './python.ts'

/** The text of every generated file, by its path below `sdk/`. */
export function generatedFiles(): Record<string, string> {
  const model = readModel(readDocument())
  return { ...pythonFiles(model) }
}
