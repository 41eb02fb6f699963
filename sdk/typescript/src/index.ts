/** Client of the svc security-operations platform, for browsers, Node, Deno and Bun. */
export { Client, type ClientOptions } from './client.ts'
export { DownloadedFile } from './download.ts'
export * from './errors.ts'
export type * as models from './generated/models.ts'
export type * from './generated/resources.ts'
export { PagedList } from './pager.ts'
export type { Tokens } from './session.ts'
export type { Download, FileContent, Pager, RequestOptions } from './types.ts'
