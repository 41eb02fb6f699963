import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { openapiText } from '../../api/openapi-document.ts'
import { makeFolder } from '../../platform/make-folder.ts'

/** Prints the document, or writes it to a file, whose folder is made. */
export async function runOpenapi({ out }: { out?: string }): Promise<void> {
  const text = await openapiText()
  if (out === undefined) return void process.stdout.write(text)
  makeFolder(dirname(out))
  writeFileSync(out, text)
}
