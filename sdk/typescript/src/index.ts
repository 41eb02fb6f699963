/** Client of the svc security-operations platform, for browsers, Node, Deno and Bun. */
export type { Request as RawRequest } from './call.ts'
export { Client, type ClientOptions, request, searchOrTable } from './client.ts'
export { DownloadedFile } from './download.ts'
export * from './errors.ts'
export type { FollowOptions, StreamFrame } from './follow.ts'
export type * as models from './generated/models.ts'
export { API_VERSION } from './generated/operations.ts'
export type * from './generated/resources.ts'
export type * from './generated/subscriptions.ts'
export { KqlResult } from './kql-result.ts'
export { PagedList } from './pager.ts'
export { Pusher, type PusherOptions } from './push.ts'
export type {
  FollowSearchOptions,
  KqlOptions,
  SearchOptions,
  SearchOrTableOptions,
  SearchPage,
  SearchProgress,
} from './search.ts'
export type { Tokens } from './session.ts'
export type { SubscribeOptions, WebSocketLike } from './subscribe.ts'
export type { Download, FileContent, Pager, RequestOptions } from './types.ts'
export {
  type AuditLogHead,
  type AuditVerdict,
  type ExportVerdict,
  type VerifyAuditOptions,
  type VerifyExportOptions,
  type VerifyOptions,
  verifyAuditLog,
  verifyExport,
  verifyExportBundle,
  verifyExportFolder,
} from './verify.ts'
export { verifySignature } from './webhook.ts'
