import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openapiText } from '../../api/openapi-document.ts'

/** Where the document is committed. */
export const OPENAPI_FILE = join(import.meta.dirname, '../../schemas/openapi/openapi.json')

/** Prints the document, or writes it to a file. */
export async function runOpenapi({ out }: { out?: string }): Promise<void> {
  const text = await openapiText()
  if (out === undefined) process.stdout.write(text)
  else writeFileSync(out, text)
}
