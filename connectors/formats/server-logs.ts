/**
 * Logs that servers and package managers write into files of their own:
 *
 *     nginx-error   `2026/11/24 10:00:01 [error] 12#34: *56 words, client: 192.0.2.1, server: a, request: "GET / HTTP/1.1"`
 *     mysql-error   `2026-11-24T10:00:01.123456Z 12 [Note] [MY-010926] [Server] words`, and MariaDB's and older ones without
 *                   codes; members are called as MySQL's own JSON sink calls them
 *     dpkg          `2026-11-24 10:00:01 upgrade vim:amd64 2:8.0-1 2:8.0-2`
 *     apt-history   a paragraph of `Name: value` lines from `Start-Date:` to `End-Date:`
 *     apt-term      the output of one run, from `Log started:` to `Log ended:`
 *
 * Sources: nginx's `ngx_http_log_error_handler`; "The Error Log", MySQL reference manual; "Error Log", MariaDB
 * documentation; dpkg(1), `--log`; apt's `pkgcache/history`.
 */
import { type Decoded, textDecoder } from './decoder.ts'
import { newFields } from './fields.ts'

const NGINX =
  /^(\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d) \[(emerg|alert|crit|error|warn|notice|info|debug)\] (\d{1,10})#(\d{1,10}): (?:\*(\d{1,20}) )?(.*)$/s
/**
 * The part behind nginx's message, to the end. A path in the message may look like it, so the first place counts from
 * which all of it fits; no request that a client can send holds `, client: `.
 */
const NGINX_CLIENT = ', client: '
const NGINX_TAIL =
  /^, client: ([^,"\s]{1,64})(?:, server: ([^,"]{0,255}))?(?:, request: "((?:(?!, client: ).){0,8192}?)")?(?:, subrequest: "([^"]{0,8192})")?(?:, upstream: "([^"]{0,8192})")?(?:, host: "([^"]{0,1024})")?(?:, referrer: "([^"]{0,8192})")?$/s
const NGINX_NAMES = ['client', 'server', 'request', 'subrequest', 'upstream', 'host', 'referrer'] as const
/** Maximum number of places that are tried. */
const TAILS_MAX = 8

export const nginxError = textDecoder('nginx-error', (text): Decoded => {
  const parts = NGINX.exec(text)
  if (!parts) return 'bad_columns'
  const [, time, level, pid, tid, connection, words = ''] = parts
  const record = Object.assign(newFields(), { time, error_level: level, pid, tid })
  if (connection !== undefined) record.connection = connection
  record.message = words
  let at = words.indexOf(NGINX_CLIENT)
  for (let tries = 0; at !== -1 && tries < TAILS_MAX; tries++) {
    const tail = NGINX_TAIL.exec(words.slice(at))
    if (tail) {
      for (const [i, name] of NGINX_NAMES.entries()) if (tail[i + 1]) record[name] = tail[i + 1]
      record.message = words.slice(0, at)
      break
    }
    at = words.indexOf(NGINX_CLIENT, at + 1)
  }
  return record
})

const MYSQL =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}(?:Z|[+-]\d\d:\d\d)|\d{4}-\d\d-\d\d {1,2}\d{1,2}:\d\d:\d\d|\d{6} {1,2}\d{1,2}:\d\d:\d\d) (?:(\d{1,20}) )?\[(System|Note|Warning|ERROR|Error)\] (?:\[(MY-\d{6})\] )?(?:\[(\w{1,32})\] )?(.*)$/s

export const mysqlError = textDecoder('mysql-error', (text): Decoded => {
  const parts = MYSQL.exec(text)
  if (!parts) return 'bad_columns'
  const [, time = '', thread, label, err_code, subsystem, msg] = parts
  const record = Object.assign(newFields(), { time: mysqlTime(time), thread: thread ?? '0', label })
  if (err_code !== undefined) record.err_code = err_code
  if (subsystem !== undefined) record.subsystem = subsystem
  record.msg = msg
  return record
})

/** Rewrites `2026-11-24  9:00:01` and `261124  9:00:01` in the usual form. */
function mysqlTime(time: string): string {
  const parts = /^(?:(\d\d)(\d\d)(\d\d)|(\d{4}-\d\d-\d\d)) {1,2}(\d{1,2})(:\d\d:\d\d)$/.exec(time)
  if (!parts) return time
  const [, year, month, day, date = `20${year}-${month}-${day}`, hour = '', rest] = parts
  return `${date} ${hour.padStart(2, '0')}${rest}`
}

const DPKG =
  /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) (startup|install|upgrade|remove|purge|configure|trigproc|disappear|status|conffile) (.{1,1024})$/s

export const dpkg = textDecoder('dpkg', (text): Decoded => {
  const parts = DPKG.exec(text)
  if (!parts) return 'bad_columns'
  const [, time, action = '', detail = ''] = parts
  const record = Object.assign(newFields(), { time, action })
  const words = detail.split(' ')
  if (action === 'status') record.state = words.shift()
  if (action === 'startup' || action === 'conffile') record[action === 'startup' ? 'run' : 'file'] = detail
  else {
    const [name = '', version, next] = words
    const [, of = name, arch] = /^(.+?):([\w-]{1,32})$/.exec(name) ?? []
    record.package = of
    if (arch !== undefined) record.architecture = arch
    if (version !== undefined && version !== '<none>') record.version = version
    if (next !== undefined && next !== '<none>') record.new_version = next
  }
  return record
})

/** Reads one paragraph; lines with unknown names are kept under these names. */
export const aptHistory = textDecoder('apt-history', (text): Decoded => {
  const record = newFields()
  for (const line of text.split(/\r?\n/)) {
    const parts = /^([A-Z][A-Za-z-]{1,31}): (.*)$/.exec(line)
    if (!parts) continue
    const [, name = '', value] = parts
    record[`apt_${name.toLowerCase().replaceAll('-', '_')}`] = value
  }
  return Object.keys(record).length === 0 ? 'bad_columns' : record
})

const TERM = /^Log (started|ended): (\d{4}-\d\d-\d\d {1,2}\d\d:\d\d:\d\d)\s*$/
/** dpkg's message after it changed a package. */
const DONE = /^(Setting up|Removing|Purging configuration files for) ([a-z0-9][a-z0-9.+-]{1,127})(?::[\w-]{1,32})? \(/

export const aptTerm = textDecoder('apt-term', (text): Decoded => {
  const record = newFields()
  const [done, gone]: [string[], string[]] = [[], []]
  for (const line of text.split(/\r?\n/)) {
    const mark = TERM.exec(line)
    if (mark) record[`apt_log_${mark[1]}`] = mark[2]
    const [, what, name] = DONE.exec(line) ?? []
    if (name !== undefined) (what === 'Setting up' ? done : gone).push(name)
  }
  if (record.apt_log_started === undefined) return 'bad_columns'
  if (done.length > 0) record.apt_set_up = done.join(', ')
  if (gone.length > 0) record.apt_removed = gone.join(', ')
  return record
})
