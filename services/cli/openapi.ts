import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { asyncapiText } from '../../api/asyncapi-document.ts'
import { collectionText, openapiText } from '../../api/openapi-document.ts'
import { makeFolder } from '../../platform/make-folder.ts'

type Options = { readonly out?: string }

export async function runOpenapi({ collection, ...options }: Options & { readonly collection?: boolean }) {
  print(await (collection ? collectionText() : openapiText()), options)
}

export async function runAsyncapi(options: Options): Promise<void> {
  print(asyncapiText(), options)
}

/** Writes to a file, creating its folder, or to standard output. */
function print(text: string, { out }: Options): void {
  if (out === undefined) return void process.stdout.write(text)
  makeFolder(dirname(out))
  writeFileSync(out, text)
}
