/**
 * The events that benches push: a folder of NDJSON files, plain or brotli, named by SVC_CORPORA; without one the sample
 * that ships with the project, many times over. Bodies of about `bodyBytes` that end at a line's end.
 */
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { benchConfig } from './config.ts'

const SAMPLES = new URL('../samples/', import.meta.url).pathname
const LF = 10

export type Corpus = { readonly name: string; bodies(bodyBytes: number): AsyncGenerator<Buffer> }

export function openCorpus(folder = benchConfig().corpora): Corpus {
  const dir = folder ?? SAMPLES
  const files = fs
    .readdirSync(dir)
    .filter((file) => /\.ndjson(\.br)?$/.test(file))
    .sort()
    .map((file) => path.join(dir, file))
  if (files.length === 0) throw new Error(`no .ndjson or .ndjson.br in ${dir}`)
  return { name: folder ? path.basename(dir) : 'sample', bodies: (bodyBytes) => cut(files, bodyBytes) }
}

async function* cut(files: readonly string[], bodyBytes: number): AsyncGenerator<Buffer> {
  for (const file of files) {
    let chunks: Buffer[] = []
    let length = 0
    for await (const chunk of lines(file)) {
      length += chunk.length
      chunks.push(chunk)
      if (length < bodyBytes) continue
      const bytes = Buffer.concat(chunks) // Joined once for each body, because a chunk is a small part of it.
      const end = bytes.lastIndexOf(LF, bodyBytes - 1) + 1
      if (end > 0) yield bytes.subarray(0, end)
      chunks = [bytes.subarray(end)]
      length -= end
    }
    yield* piecesOf(Buffer.concat(chunks), bodyBytes)
  }
}

/**
 * Pieces of at most `bodyBytes` that end at a line's end; a line longer than that is in one piece with everything
 * behind it.
 */
export function* piecesOf(bytes: Buffer, bodyBytes: number): Generator<Buffer> {
  for (let rest = bytes; rest.length > 0; ) {
    const end = rest.length <= bodyBytes ? rest.length : rest.lastIndexOf(LF, bodyBytes - 1) + 1 || rest.length
    yield rest.subarray(0, end)
    rest = rest.subarray(end)
  }
}

function lines(file: string): AsyncIterable<Buffer> {
  const stream = fs.createReadStream(file, { highWaterMark: 1 << 18 })
  return file.endsWith('.br') ? stream.pipe(zlib.createBrotliDecompress()) : stream
}

export function countLines(body: Buffer): number {
  let count = body.length > 0 && body.at(-1) !== LF ? 1 : 0
  for (let at = body.indexOf(LF); at >= 0; at = body.indexOf(LF, at + 1)) count++
  return count
}
