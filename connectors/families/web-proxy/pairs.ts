/**
 * Web proxies that write pairs, by where each says what: Skyhigh (McAfee) Web Gateway; and in a table of their own, which
 * `mapping.ts` makes of the same rows, Blue Coat ProxySG ("Access log
 * format", ELFF names), Forcepoint Web Security ("SIEM integration"), Sophos Web Appliance ("Log file format"), and the
 * web feed of Zscaler's Nanolog Streaming Service ("NSS feed output format: web logs").
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import type { RecordShape } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'
import { pairsOf } from '../syslog/pairs.ts'
import { addParsed, messageOf, syslogField } from '../syslog/settle.ts'

type Names = NonNullable<RecordShape['names']>

function proxy(name: string, product: string, vendor: string, is: RecordShape['is'], names: Names): RecordShape {
  return {
    name,
    is: (record) => is(record) && isMembers(record.syslog),
    settle: (record) => addParsed(record, () => ({ product, vendor })),
    names: Object.fromEntries(Object.entries(names).map(([to, from]) => [`parsed.${to}`, from])),
  }
}

export const webGateway = proxy(
  'web-gateway',
  'Web Gateway',
  'Skyhigh Security',
  (record) => record.srcip !== undefined && record.mtd !== undefined && record.dhost !== undefined,
  {
    src_ip: ['srcip'],
    status: ['status'],
    method: ['mtd'],
    url: ['url'],
    user: ['user'],
    dst_host: ['dhost'],
    dst_ip: ['destip'],
    dst_port: ['urlp'],
    agent: ['ua'],
    referrer: ['http_referrer'],
    mime: ['mt'],
    threat: ['mlwr'],
    policy: ['rule'],
  },
)

const proxySg = proxy(
  'proxysg',
  'ProxySG',
  'Broadcom',
  (record) =>
    record['c-ip'] !== undefined && record['cs-method'] !== undefined && syslogField(record, 'app_name') === 'bluecoat',
  {
    src_ip: ['c-ip'],
    status: ['sc-status'],
    method: ['cs-method'],
    url: ['c-url', 'cs-uri'],
    path: ['cs-uri-path'],
    scheme: ['cs-uri-scheme'],
    user: ['cs-username'],
    dst_host: ['cs-host'],
    dst_ip: ['s-supplier-ip'],
    dst_port: ['cs-uri-port'],
    agent: ['cs-User-Agent'],
    referrer: ['cs-Referer'],
    mime: ['rs-Content-Type'],
    bytes_in: ['sc-bytes'],
    bytes_out: ['cs-bytes'],
    action: ['sc-filter-result'],
    detail: ['s-action'],
    categories: ['cs-categories'],
    uid: ['x-bluecoat-transaction-uuid'],
    proxy_ip: ['s-ip'],
  },
)

/**
 * The same as rows of its file. `s-ip` is the proxy itself, and the requested machine has a name only.
 */
const proxySgRows: RecordShape = {
  name: 'proxysg-rows',
  is: (record) =>
    record['c-ip'] !== undefined &&
    record['cs-method'] !== undefined &&
    (record['s-action'] !== undefined || record['sc-filter-result'] !== undefined),
  settle: (record) =>
    addParsed(record, () => {
      const isDated = typeof record.date === 'string' && typeof record.time === 'string'
      const at = isDated ? { at: `${textOf(record.date)}T${textOf(record.time)}Z` } : {}
      return { product: 'ProxySG', vendor: 'Broadcom', ...at, url: urlOfRow(record) }
    }),
  names: {
    ...Object.fromEntries(Object.entries(proxySg.names ?? {}).filter(([name]) => name !== 'parsed.url')),
    'parsed.agent': ['cs(User-Agent)', 'cs-User-Agent'],
    'parsed.referrer': ['cs(Referer)', 'cs-Referer'],
    'parsed.mime': ['rs(Content-Type)'],
  },
}

/** The columns have the parts of the address. */
function urlOfRow(record: Members): string {
  const scheme = textOf(record['cs-uri-scheme'])
  const host = textOf(record['cs-host'])
  if (scheme === '' || host === '') return textOf(record['c-url'] ?? record['cs-uri'])
  const port = textOf(record['cs-uri-port'])
  const isDefault = port === '' || (scheme === 'http' && port === '80') || (scheme === 'https' && port === '443')
  return `${scheme}://${host}${isDefault ? '' : `:${port}`}${textOf(record['cs-uri-path'])}${textOf(record['cs-uri-query'])}`
}

/** Values contain spaces and even ` OU=`, so these two are read again from the text. */
const webSecurity: RecordShape = {
  ...proxy(
    'forcepoint',
    'Web Security',
    'Forcepoint',
    (record) => typeof record.vendor === 'string' && /^(?:Websense|Forcepoint)/.test(record.vendor),
    {
      src_ip: ['src_host', 'src_ip'],
      src_port: ['src_port'],
      status: ['http_response'],
      method: ['http_method'],
      url: ['url'],
      dst_host: ['dst_host'],
      dst_ip: ['dst_ip'],
      dst_port: ['dst_port'],
      agent: ['http_user_agent'],
      mime: ['http_content_type'],
      bytes_in: ['bytes_in'],
      bytes_out: ['bytes_out'],
      action: ['action'],
      detail: ['reason'],
      categories: ['category'],
    },
  ),
  settle: (record) =>
    addParsed(record, (message) => {
      const [, path = ''] = / user=(.{0,512}?) (?:loginID|src_host|src_ip)=/s.exec(message) ?? []
      const { policy = '', loginID = '' } = pairsOf(message, ' ')
      // The directory's path of a user ends with the name for display.
      const user = loginID !== '' && loginID !== '-' ? loginID : path
      return { product: 'Web Security', vendor: 'Forcepoint', user, policy }
    }),
}

const webAppliance = proxy(
  'sophos-web-appliance',
  'Web Appliance',
  'Sophos',
  (record) => record.labs_cat !== undefined && record.meth !== undefined && record.h !== undefined,
  {
    at: ['t'],
    src_ip: ['h'],
    status: ['s'],
    method: ['meth'],
    request: ['req'],
    user: ['u'],
    dst_host: ['dom'],
    dst_ip: ['target_ip'],
    agent: ['ua'],
    referrer: ['ref'],
    mime: ['ctype'],
    // The appliance counts from its own side: its outgoing bytes are those that the client receives.
    bytes_in: ['out'],
    bytes_out: ['in'],
    threat: ['threat'],
    // The vendor does not document the meaning of the number, so it is not used as a verdict.
    action: ['act'],
    categories: ['cat'],
    policy: ['rule'],
  },
)

const FIELDS_MAX = 128
const NSS_NAMES: Readonly<Record<string, string>> = {
  ClientIP: 'src_ip',
  status: 'status',
  requestmethod: 'method',
  url: 'url',
  user: 'user',
  hostname: 'dst_host',
  serverip: 'dst_ip',
  useragent: 'agent',
  refererURL: 'referrer',
  filetype: 'mime',
  responsesize: 'bytes_in',
  requestsize: 'bytes_out',
  action: 'action',
  reason: 'detail',
  threatname: 'threat',
  urlcategory: 'categories',
  event_id: 'uid',
  md5: 'md5',
  dlpengine: 'policy',
}

/** The pairs of that feed in the record, of which `parsed` has a copy; other products call what they map `url` and so on, too. */
export const NSS_COPIES: readonly string[] = Object.keys(NSS_NAMES).filter(
  (name) => !['status', 'url', 'user', 'action'].includes(name),
)

/** Tabs separate the fields, so values may contain spaces; `None` and `NA` mean no value. */
const nss: RecordShape = {
  name: 'zscaler-nss',
  is: (record) => record.vendor === 'Zscaler' && isMembers(record.syslog) && messageOf(record).includes('\t'),
  settle: (record: Members) => addParsed(record, readNss),
}

function readNss(message: string): Record<string, string> {
  const [at = '', ...pairs] = message.split('\t', FIELDS_MAX)
  const fields: Record<string, string> = { product: 'Internet Access', vendor: 'Zscaler', at }
  for (const pair of pairs) {
    const equals = pair.indexOf('=')
    const name = NSS_NAMES[pair.slice(0, equals)]
    const value = pair.slice(equals + 1)
    if (name !== undefined && value !== 'None' && value !== 'NA') fields[name] = value
  }
  return fields
}

/** The same feed as JSON, as the service's cloud posts it: the names stand in `event`. */
const nssJson: RecordShape = {
  name: 'zscaler-nss-json',
  is: (record) => nssEvent(record) !== null,
  settle: (record: Members) => {
    const event = nssEvent(record)
    if (event === null || record.parsed !== undefined) return
    const fields: Members = { product: 'Internet Access', vendor: 'Zscaler', at: event.datetime ?? event.time }
    for (const [name, column] of Object.entries(NSS_NAMES)) {
      const value = event[name]
      if (value !== undefined && value !== 'None' && value !== 'NA') fields[column] = value
    }
    record.parsed = fields
  },
}

function nssEvent({ event, sourcetype }: Readonly<Members>): Readonly<Members> | null {
  if (!isMembers(event) || event.ClientIP === undefined || event.requestmethod === undefined) return null
  return event.vendor === 'Zscaler' || (typeof sourcetype === 'string' && sourcetype.startsWith('zscalernss'))
    ? event
    : null
}

export const PAIR_SHAPES: readonly RecordShape[] = [nss, nssJson, proxySg, proxySgRows, webSecurity, webAppliance]
