/** Cuts a file of any size into batches that ingest takes: read piece by piece, cut as ingest would. */
import type { BatchLimits, FileBatch } from './file-batch.ts'
import { formOf } from './file-form.ts'
import { openWindow } from './file-window.ts'
import { textBatches } from './text-batches.ts'
import { eventsOfObject, valueBatches, valuesOf } from './value-batches.ts'

export type FileBatches = {
  /** The format that is passed to ingest; with `text` it detects the format of each batch. */
  readonly sourceFormat: string
  readonly batches: AsyncGenerator<FileBatch>
}

/** `format` as `svc send` takes it, in lower case; `auto` detects it. Throws `bad_request` for no file. */
export async function openBatches(file: string, format: string, limits: BatchLimits): Promise<FileBatches> {
  const window = await openWindow(file)
  const form = await formOf(window, format).catch(async (error) => {
    await window.close()
    throw error
  })
  const sourceFormat = form === 'text' ? 'text' : format
  const opened = () => {
    if (form === 'object') return valueBatches(eventsOfObject(window.bytes), limits)
    if (form === 'list' || form === 'values') return valueBatches(valuesOf(window, form), limits)
    return textBatches(window, sourceFormat, limits)
  }
  return { sourceFormat, batches: closing(opened(), () => window.close()) }
}

async function* closing<T>(items: AsyncGenerator<T>, close: () => Promise<void>): AsyncGenerator<T> {
  try {
    yield* items
  } finally {
    await close()
  }
}
