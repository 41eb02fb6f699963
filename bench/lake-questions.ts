/**
 * Queries of hunters over the lake, as the API runs them, and the same ones as a full scan. KQL is not among them: it reads
 * the texts again, whose times are not those of the copies.
 */
import type { Condition } from '../query/search/compile.ts'
import { compileSearch } from '../query/search/compile.ts'
import { facets, histogram } from '../query/search/count-events.ts'
import type { TimeSpan } from '../query/search/coverage.ts'
import { parseSearch } from '../query/search/parse.ts'
import { searchEvents } from '../query/search/search-events.ts'
import { DEFAULT_FIELDS } from '../query/search/shown-fields.ts'
import type { Reader } from '../stores/clickhouse/tenant-reader.ts'
import { DAY_MS, DAYS, RARE, TICKET } from './lake-events.ts'

export type Question = {
  readonly name: string
  readonly path: string
  readonly body: Record<string, unknown>
  /** The same query over a part of the time without indexes. Absent if there is no such query. */
  readonly scan?: (reader: Reader, span: TimeSpan) => Promise<unknown>
}

/** The compared scans have no time limit. */
const WATCH = { timer: () => new AbortController().signal }
const LIMIT = 50

export function questions(endMs: number, known: Known): readonly Question[] {
  const times = (days: number) => {
    return { from: new Date(endMs - days * DAY_MS).toISOString(), to: new Date(endMs).toISOString() }
  }
  const condition = (query: string): Condition => compileSearch(parseSearch(query), query, endMs)
  const search = (name: string, query: string, days = DAYS): Question => ({
    name,
    path: '/events/search',
    body: { query, limit: LIMIT, ...times(days) },
    scan: (reader, span) => {
      const page = { condition: condition(query), span, fields: DEFAULT_FIELDS, limit: LIMIT, after: null }
      return searchEvents(reader, page, WATCH)
    },
  })
  const over = (name: string, query: string, days = DAYS): Question => ({
    name,
    path: '/events/histogram',
    body: { query, ...times(days) },
    scan: (reader, span) => histogram(reader, { condition: condition(query), span, intervalMs: null }, WATCH),
  })
  const facet = (name: string, query: string, fields: readonly string[], days = DAYS): Question => ({
    name,
    path: '/events/facets',
    body: { query, fields, ...times(days) },
    scan: (reader, span) => facets(reader, { condition: condition(query), span, fields, limit: 10 }, WATCH),
  })
  const sql = (name: string, statement: string): Question => ({ name, path: '/lake/query', body: { sql: statement } })
  const { host, user, ip, hash, code, domain } = known
  return [
    search('newest page', ''),
    search('newest page of a column', `event_code:${code}`),
    search('word that is not there', 'qzxvabsent'),
    search(`word, one in ${RARE.oneIn}`, RARE.word),
    search('word, frequent', 'powershell'),
    search('phrase, rare', `"${RARE.phrase}"`),
    search('phrase of punctuation', '"cmd.exe /c qzxvabsent"'),
    search('wildcard, rare', `kestrel*delete`),
    search('part of a word, rare', 'raw:*strelmar*'),
    search('word of three letters, not there', 'qzx'),
    search('two words', 'kestrelmark shadows'),
    search('word or word', 'kestrelmark OR qzxvabsent'),
    search('word and not word', 'kestrelmark AND NOT powershell'),
    search(`unmapped member, one in ${TICKET.oneIn}`, `unmapped.${TICKET.member}:${TICKET.value}`),
    search('unmapped member, not there', 'unmapped.LogonGuid:"{00000000-1111-2222-3333-444455556666}"'),
    search('unmapped member, any value', `unmapped.${TICKET.member}:*`),
    search('OCSF path without a column', 'device.os.name:plan9'),
    search('OCSF path, any value', 'actor.session.uid:qzxvabsent'),
    search('host', `host:"${host}"`),
    search('user', `user:"${user}"`),
    search('source address', `src_ip:${ip}`),
    search('any address', `ip:${ip}`),
    search('any address, not there', 'ip:203.0.113.77'),
    search('block of addresses', 'ip:203.0.113.0/24'),
    search('hash', `file_hash:${hash}`),
    search('hash, not there', `file_hash:${'ab12'.repeat(16)}`),
    search('domain', `domain:"${domain}"`),
    search('command line, part', 'cmd_line:*qzxvabsent*'),
    search('command line, word', 'cmd_line:qzxvabsent'),
    search('path of a file, part', 'file_path:*qzxvabsent*'),
    search('port', 'dst_port:31337'),
    search('severity and host', `severity:>=high AND host:"${host}"`),
    over('histogram of everything', ''),
    over('histogram of a column', `event_code:${code}`),
    over('histogram of a rare word', RARE.word),
    over('histogram of a frequent word', 'powershell'),
    over('histogram of a day', '', 1),
    facet('facets of everything', '', ['host', 'user', 'event_code', 'source']),
    facet('facets of a column', `event_code:${code}`, ['host', 'user', 'event_code', 'source']),
    facet('facets of a rare word', RARE.word, ['host', 'user']),
    facet('facets of a frequent word', 'powershell', ['host', 'user']),
    facet('facets of an unmapped member', '', [`unmapped.${TICKET.member}`], 1),
    sql('SQL: counts by host', 'SELECT host, count() AS n FROM events GROUP BY host ORDER BY n DESC LIMIT 10'),
    sql('SQL: rare word', `SELECT count() FROM events WHERE lower(raw) LIKE '%${RARE.word}%'`),
    sql('SQL: newest', 'SELECT time, host, message FROM events ORDER BY time DESC LIMIT 10'),
  ]
}

export type Known = Readonly<Record<'host' | 'user' | 'ip' | 'hash' | 'code' | 'domain', string>>
