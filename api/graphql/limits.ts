import { LIMIT_MAX } from '../../schemas/wire.ts'
/** Limits of the query interface. An error with code `LIMIT_EXCEEDED` names the limit that was exceeded. */

/** Characters of a document. */
export const SOURCE_CHARS_MAX = 16_384
/**
 * Names, numbers, strings and marks in it: the parser stops there. The standard introspection query has about 300.
 * @bound a GraphQL document = {SOURCE_CHARS_MAX}, {} tokens -> 400 with `LIMIT_EXCEEDED`
 */
export const TOKENS_MAX = 1_000
/**
 * Depth of nested fields.
 * @bound depth of a GraphQL document -> 400 with `LIMIT_EXCEEDED`
 */
export const DEPTH_MAX = 10
/**
 * Fields under another name: GraphQL resolves each once more.
 * @bound aliases of a GraphQL document -> 400 with `LIMIT_EXCEEDED`
 */
export const ALIASES_MAX = 30
/**
 * Fields of Query or Mutation in one request, each of which may ask the database.
 * @bound root fields of a GraphQL document -> 400 with `LIMIT_EXCEEDED`
 */
export const ROOT_FIELDS_MAX = 10
/** `__schema` and `__type` in one request; how deep they go is bounded by a rule of GraphQL's own. */
export const INTROSPECTIONS_MAX = 1
/**
 * Values that the answer may hold, were every list as long as it may be: a page of 50 cases with all they have.
 * @bound cost of a GraphQL document, in values of its answer -> 400 with `LIMIT_EXCEEDED`
 */
export const COST_MAX = 100_000
/** Assumed length of a list without a `limit`. */
export const LIST_SIZE = 100
/** Longest list that `limit` may ask for, as in REST. */
export const PAGE_MAX = LIMIT_MAX
/** Maximum errors of one document, and of one answer, which says how many it left out. */
export const FAULTS_MAX = 10
export const ERRORS_MAX = 50
/** Maximum length of an error message, which may echo input. */
export const MESSAGE_CHARS_MAX = 500
/** Parsed documents in the cache, most recently used. The largest takes half a megabyte. */
export const DOCUMENTS_KEPT = 50

/** Bytes of one message on a socket. */
export const MESSAGE_BYTES_MAX = 65_536
/** Open sockets of this process; of one tenant. */
export const SOCKETS_MAX = 2_000
/** @bound GraphQL sockets of a process; of a tenant = {SOCKETS_MAX}; {} -> refused */
export const TENANT_SOCKETS_MAX = 200
/** Subscriptions of one socket; of one tenant in this process. */
export const SOCKET_SUBSCRIPTIONS_MAX = 10
/** @bound GraphQL subscriptions of a socket; of a tenant in a process = {SOCKET_SUBSCRIPTIONS_MAX}; {} -> refused */
export const TENANT_SUBSCRIPTIONS_MAX = 500
/** Alerts that wait for one subscriber; past it the socket is closed, for nothing may be left out in silence. */
export const WAITING_MAX = 256
/** Bytes that wait for one socket to be read. */
export const BUFFERED_BYTES_MAX = 1_048_576
/** A socket sends its credential within this time. */
export const INIT_MS = 3_000
/** Interval of the checks that the credential of a socket still holds and that its client still answers. */
export const RECHECK_MS = 10_000
/**
 * Messages and pings of one socket in that time; above it the socket is closed. Subscriptions also count as requests.
 */
export const MESSAGES_MAX = 600
/** The connection is closed after this many unanswered pings. */
export const PINGS_MAX = 3
