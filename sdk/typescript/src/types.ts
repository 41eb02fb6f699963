/** Types that callers pass and receive beside the models. */
import type { DownloadedFile } from './download.ts'
import type { PagedList } from './pager.ts'

export interface RequestOptions {
  /** Maximum milliseconds of the whole call, including waits and retries. */
  readonly timeoutMs?: number | undefined
  readonly maxRetries?: number | undefined
  readonly idempotencyKey?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

export type FileContent = Blob | ArrayBuffer | Uint8Array | string

export type Pager<Item, Page> = PagedList<Item, Page>
export type Download = DownloadedFile
