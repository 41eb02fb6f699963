/**
 * A polled source as a table: its sign-in, its requests, its paging, and the places of the events and their time.
 * `poll.ts` executes it. Texts may hold places, filled from the settings of the connector and the requested span:
 * `{base_url}`, `{limit}`, and `{since_...}` and `{until_...}` as `iso`, `seconds`, `ms`, `utc`
 * (`2026-01-31T08:00:00`) and `sql` (`2026-01-31 08:00:00`). In a body a text that
 * is only the place of a number becomes a number.
 */
export type FieldSpec = {
  readonly name: string
  readonly about: string
  readonly isRequired: boolean
  /** The value of a field of `connector_config` that is left out. */
  readonly fallback?: string
}

export type PollAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly field: string }
  | { readonly kind: 'header'; readonly field: string; readonly header: string; readonly prefix?: string }
  | { readonly kind: 'basic'; readonly user: string; readonly secret: string }
  /** RFC 6749, section 4.4; the credential goes in the body, or as Basic where the vendor wants it so. */
  | {
      readonly kind: 'oauth2'
      readonly tokenUrl: string
      readonly scope?: string
      readonly asBasic?: boolean
      readonly grant?: Readonly<Record<string, string>>
    }
  /**
   * Signature Version 4 with `access_key_id`, `secret_access_key` and `session_token`, or with those of the role in the
   * settings `role_arn` and `external_id`.
   */
  | { readonly kind: 'aws'; readonly service: string }
  /** HMAC of Duo's Admin API with `integration_key` and `secret_key`. */
  | { readonly kind: 'duo' }
  /**
   * A service account's own assertion is exchanged for a token (RFC 7523); `subject` is the user for whom it acts, if
   * any.
   */
  | { readonly kind: 'google'; readonly field: string; readonly scope: string; readonly subject?: string }

export type Paging =
  | { readonly kind: 'one_page' }
  /** RFC 8288: `rel="next"`. */
  | { readonly kind: 'link_header' }
  /** The address of the next page is in the response body. */
  | { readonly kind: 'next_url'; readonly path: string }
  /** The address of the next page is in a response header. */
  | { readonly kind: 'next_header'; readonly header: string }
  /** A token from the response is added to the query or the body of the next request. */
  | { readonly kind: 'token'; readonly path: string; readonly into: 'query' | 'body'; readonly name: string }
  | { readonly kind: 'offset'; readonly name: string; readonly start: number; readonly by: 'events' | 'pages' }
  /** Elasticsearch: the sort values of the last event are added to the body of the next request. */
  | { readonly kind: 'search_after'; readonly events: string }
  /** HTTP ranges: `Range: items=0-49`. */
  | { readonly kind: 'range'; readonly unit: string }
  /**
   * No pages: a queue of SQS names the objects that were written to S3. A message is deleted when its objects were
   * read.
   */
  | { readonly kind: 'queue' }

/** One of several lists of a source: the settings in which it differs. */
export type PollPart = Partial<Pick<PollTable, 'events' | 'time' | 'paging' | 'request'>>

/** The requests for the entries of a page that lists no events. */
export type Follow =
  /** Ids: one request fetches several, whose list replaces `{ids}` in its body. */
  | {
      readonly kind: 'ids'
      readonly url: string
      readonly body: Readonly<Record<string, unknown>>
      readonly perRequest: number
      readonly events: string
    }
  /** Addresses: each returns a list of events. `table.time` is the time of the listing entry, not of the events. */
  | { readonly kind: 'addresses'; readonly address: string }

export type PollTable = {
  readonly type: string
  readonly title: string
  readonly category: string
  /** The format of the events, as `source_format` of a push. */
  readonly sourceFormat: string
  readonly auth: PollAuth
  /** Fields of `auth_config`. */
  readonly secrets: readonly FieldSpec[]
  /** Fields of `connector_config`. */
  readonly settings: readonly FieldSpec[]
  readonly request: {
    readonly method?: 'GET' | 'POST'
    readonly url: string
    readonly query?: Readonly<Record<string, string>>
    readonly headers?: Readonly<Record<string, string>>
    /** JSON; its texts may contain placeholders. */
    readonly body?: unknown
  }
  readonly paging: Paging
  /**
   * True when the pages come oldest first, so that an interrupted poll does not repeat the pages that were stored.
   * Otherwise the next poll begins where this one began, because after the newest page older pages would be lost.
   */
  readonly isOldestFirst?: boolean
  /** Path with dots to the list of events; empty when the response itself is the list, or JSON lines. */
  readonly events: string
  /**
   * Paths to the time of an event; the first that is present counts: ISO 8601, or seconds or milliseconds since 1970.
   */
  readonly time: readonly string[]
  /** Path to the event itself, if it is inside another object. */
  readonly unwrap?: string
  /**
   * The link to an event in the vendor's console, for events without one: an address with placeholders for the settings
   * and `{event_id}`, which is the value at `id`. The link is added to the event as `console_link`, if the event has an
   * id.
   */
  readonly link?: { readonly url: string; readonly id: string }
  /**
   * Repeats the whole poll for each value in the setting, a list separated by commas, which fills the placeholder
   * `{each}`; with `parts` only these values are allowed.
   */
  readonly each?: { readonly setting: string; readonly parts?: Readonly<Record<string, PollPart>> }
  /** A request before the first page; an error response whose body contains `accepts` counts as success. */
  readonly before?: {
    readonly method: 'POST'
    readonly url: string
    readonly query?: Readonly<Record<string, string>>
    readonly accepts: string
  }
  readonly follow?: Follow
  /** Maximum delay with which an event appears at the source, after its own time; 300 if left out. */
  readonly lateSeconds?: number
  /** The longest span that a request may cover, and the age at which the source deletes events. */
  readonly spanHoursMax?: number
  readonly ageHoursMax?: number
  readonly limit: number
}

/** The value at a path, or undefined. A member whose own name has dots, such as `@odata.nextLink`, is found too. */
export function at(value: unknown, path: string): unknown {
  if (path === '') return value
  if (value !== null && typeof value === 'object' && Object.hasOwn(value, path))
    return (value as Record<string, unknown>)[path]
  let found = value
  for (const key of path.split('.')) {
    if (found === null || typeof found !== 'object' || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string, unknown>)[key]
  }
  return found
}
