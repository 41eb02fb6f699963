import { readApiDocument } from '../../schemas/api-document.ts'
import { cliFiles } from './cli.ts'
import { goFiles } from './go.ts'
import { readModel } from './model.ts'
import { pythonFiles } from './python.ts'
import { subscriptionFiles } from './subscriptions.ts'
import { typescriptFiles } from './typescript.ts'

/** The text of every generated file, by its path below `sdk/`. */
export function generatedFiles(): Record<string, string> {
  const model = readModel(readApiDocument())
  return {
    ...pythonFiles(model),
    ...typescriptFiles(model),
    ...goFiles(model),
    ...cliFiles(model),
    ...subscriptionFiles(),
  }
}
