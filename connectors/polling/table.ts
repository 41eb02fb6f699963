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
  /** The default of a field of `connector_config` that is left out. */
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
  /** A service account's own assertion for a token (RFC 7523); `subject` is the user that it acts for, if any. */
  | { readonly kind: 'google'; readonly field: string; readonly scope: string; readonly subject?: string }

export type Paging =
  | { readonly kind: 'one_page' }
  /** RFC 8288: `rel="next"`. */
  | { readonly kind: 'link_header' }
  /** The address of the next page stands in the answer. */
  | { readonly kind: 'next_url'; readonly path: string }
  /** The address of the next page stands in a header of its own. */
  | { readonly kind: 'next_header'; readonly header: string }
  /** A token of the answer goes into the next request: in its query, or in its body. */
  | { readonly kind: 'token'; readonly path: string; readonly into: 'query' | 'body'; readonly name: string }
  | { readonly kind: 'offset'; readonly name: string; readonly start: number; readonly by: 'events' | 'pages' }
  /** Elasticsearch: the sort values of the last event go into the body of the next request. */
  | { readonly kind: 'search_after'; readonly events: string }
  /** HTTP ranges: `Range: items=0-49`. */
  | { readonly kind: 'range'; readonly unit: string }
  /**
   * No pages: a queue of SQS names the objects of S3 that were written. Messages are deleted from it once their objects
   * are read.
   */
  | { readonly kind: 'queue' }

/** One of several lists of a source: the settings that differ for it. */
export type PollPart = Partial<Pick<PollTable, 'events' | 'time' | 'paging' | 'request'>>

/** The requests for the entries of a page, where it lists no events. */
export type Follow =
  /** Ids: a number of them in one request, as the list in the place of `{ids}` of its body. */
  | {
      readonly kind: 'ids'
      readonly url: string
      readonly body: Readonly<Record<string, unknown>>
      readonly perRequest: number
      readonly events: string
    }
  /** Addresses: each is a list of events. `table.time` is the time of the listing entry, not of the events. */
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
    /** JSON; its texts may hold places. */
    readonly body?: unknown
  }
  readonly paging: Paging
  /**
   * The pages come oldest first, so a broken poll need not repeat the pages that it took. Without it the next poll
   * begins where this one began: after a newest page the older ones would be left out.
   */
  readonly isOldestFirst?: boolean
  /** Path with dots to the list of events; empty: the answer is the list, or lines of JSON. */
  readonly events: string
  /** Paths to the time of an event, the first present one counts: ISO 8601, or seconds or milliseconds since 1970. */
  readonly time: readonly string[]
  /** Path to the event itself, where it stands inside another object. */
  readonly unwrap?: string
  /**
   * The page of the vendor's console about an event that does not name it: an address with the places of the settings and
   * `{event_id}`, which is the value at `id`. The event gets it as `console_link`, where it has an id.
   */
  readonly link?: { readonly url: string; readonly id: string }
  /**
   * Repeats the whole poll for each value that a setting lists, separated by commas, as the place `{each}`; with
   * `parts` the setting may name only those.
   */
  readonly each?: { readonly setting: string; readonly parts?: Readonly<Record<string, PollPart>> }
  /** A request before the first page; a fault whose body holds `accepts` is none. */
  readonly before?: {
    readonly method: 'POST'
    readonly url: string
    readonly query?: Readonly<Record<string, string>>
    readonly accepts: string
  }
  readonly follow?: Follow
  /** How long after its own time an event may appear at the source; 300 without it. */
  readonly lateSeconds?: number
  /** The longest span that a request may cover, and the age at which the source deletes events. */
  readonly spanHoursMax?: number
  readonly ageHoursMax?: number
  readonly limit: number
}

/**
 * A value by its path; undefined for none. A member whose own name has dots, such as `@odata.nextLink`, is found, too.
 */
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
