/**
 * A source that is polled, as a table: how one signs in, what is asked, how pages follow one another, where the events and
 * their time are. `poll.ts` does what it says. Texts may hold places, filled from the settings of the connector and the
 * span that is asked for: `{base_url}`, `{limit}`, and `{since_...}` and `{until_...}` as `iso`, `seconds`, `ms`, `utc`
 * (`2026-01-31T08:00:00`) and `sql` (`2026-01-31 08:00:00`). In a body a text that is nothing but the place of a number is a number.
 */
export type FieldSpec = {
  readonly name: string
  readonly about: string
  readonly isRequired: boolean
  /** Of `connector_config`; what holds when it is left out. */
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
   * Signature Version 4 with `access_key_id`, `secret_access_key` and `session_token`, or with what they get for the role
   * in the settings `role_arn` and `external_id`.
   */
  | { readonly kind: 'aws'; readonly service: string }
  /** HMAC of Duo's Admin API with `integration_key` and `secret_key`. */
  | { readonly kind: 'duo' }
  /** A service account's own assertion for a token (RFC 7523); `subject` is who it acts for, where it does. */
  | { readonly kind: 'google'; readonly field: string; readonly scope: string; readonly subject?: string }

export type Paging =
  | { readonly kind: 'one_page' }
  /** RFC 8288: `rel="next"`. */
  | { readonly kind: 'link_header' }
  /** The address of the next page stands in the answer. */
  | { readonly kind: 'next_url'; readonly path: string }
  /** The address of the next page stands in a header of its own. */
  | { readonly kind: 'next_header'; readonly header: string }
  /** What stands in the answer goes into the next request: in its query, or in its body. */
  | { readonly kind: 'token'; readonly path: string; readonly into: 'query' | 'body'; readonly name: string }
  | { readonly kind: 'offset'; readonly name: string; readonly start: number; readonly by: 'events' | 'pages' }
  /** Of Elasticsearch: what the last event was sorted by goes into the body of the next request. */
  | { readonly kind: 'search_after'; readonly events: string }
  /** As HTTP ranges: `Range: items=0-49`. */
  | { readonly kind: 'range'; readonly unit: string }
  /** No pages: a queue of SQS says which objects of S3 were written. What was taken is deleted from it. */
  | { readonly kind: 'queue' }

/** One of several lists that a source has: what is different for it. */
export type PollPart = Partial<Pick<PollTable, 'events' | 'time' | 'paging' | 'request'>>

/** What is asked for what a page lists, where it lists no events. */
export type Follow =
  /** Ids: so many in one request, as the list in the place of `{ids}` of its body. */
  | {
      readonly kind: 'ids'
      readonly url: string
      readonly body: Readonly<Record<string, unknown>>
      readonly perRequest: number
      readonly events: string
    }
  /** Addresses: each is a list of events. `table.time` is of what lists them, not of the events. */
  | { readonly kind: 'addresses'; readonly address: string }

export type PollTable = {
  readonly type: string
  readonly title: string
  readonly category: string
  /** How the events are read, as `source_format` of a push. */
  readonly sourceFormat: string
  readonly auth: PollAuth
  /** Of `auth_config`. */
  readonly secrets: readonly FieldSpec[]
  /** Of `connector_config`. */
  readonly settings: readonly FieldSpec[]
  readonly request: {
    readonly method?: 'GET' | 'POST'
    readonly url: string
    readonly query?: Readonly<Record<string, string>>
    readonly headers?: Readonly<Record<string, string>>
    /** JSON, with places in its texts. */
    readonly body?: unknown
  }
  readonly paging: Paging
  /**
   * The pages come oldest first, so what a broken poll took need not be asked for again. Without it the next poll begins
   * where this one began: after a newest page the older ones would be left out.
   */
  readonly isOldestFirst?: boolean
  /** Dots lead into objects; empty: the answer is the list, or lines of JSON. */
  readonly events: string
  /** Of an event, first that is there: ISO 8601, or seconds or milliseconds since 1970. */
  readonly time: readonly string[]
  /** Of an event: what the event itself is, where it stands inside something else. */
  readonly unwrap?: string
  /**
   * All of it once for each that a setting lists, separated by commas, as the place `{each}`; with `parts` the setting may
   * name those alone.
   */
  readonly each?: { readonly setting: string; readonly parts?: Readonly<Record<string, PollPart>> }
  /** Asked before the first page; a fault whose body holds `accepts` is none. */
  readonly before?: {
    readonly method: 'POST'
    readonly url: string
    readonly query?: Readonly<Record<string, string>>
    readonly accepts: string
  }
  readonly follow?: Follow
  /** How long after its own time an event may appear at the source; 300 without it. */
  readonly lateSeconds?: number
  /** The longest span that the source lets one ask for, and how far back it keeps anything. */
  readonly spanHoursMax?: number
  readonly ageHoursMax?: number
  readonly limit: number
}

/** A value by its path; undefined where there is nothing. A name with dots in it, such as `@odata.nextLink`, is a name. */
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
