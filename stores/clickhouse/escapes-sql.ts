/**
 * Matches a JSON text that writes a character as an escape (`\\u0041`) which searches expect literally. Encoders escape
 * `"&'+/<=>` and the backslash as a habit, so that searches expect none of these. The indexes `raw_escaped` and
 * `ocsf_escaped` have the same expressions, and are used where these are compared with a value: a change here needs a
 * migration that makes the indexes again.
 */
export const escapesSql = (column: string): string =>
  `match(${column}, '\\\\\\\\u00(?:2[0134589acdeACDE]|3[0-9abfABF]|[4-7])')`

/** 1 where the members of an event that no column holds may be written so. */
export const OCSF_ESCAPES = `greatest(${escapesSql('ocsf_rest')}, if(mapping = 'ocsf', ${escapesSql('raw')}, 0))`
