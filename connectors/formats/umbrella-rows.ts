/**
 * Rows of Cisco Umbrella as its buckets hold them: quoted values without a header line. The types of the columns show
 * of which log a row is. Columns: "DNS log format", "Proxy log format" and "Cloud firewall log format", Umbrella
 * documentation; later versions add columns at the end.
 */
import { csvValues } from './csv.ts'
import { type Decoded, textDecoder } from './decoder.ts'
import { newFields } from './fields.ts'

const STAMP = '^"\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d",'
const VALUE = '"(?:[^"]|""){0,512}",'
const ADDRESS = '"[\\da-fA-F.:]{0,45}",'
const DNS = new RegExp(
  `${STAMP}(?:${VALUE}){2}${ADDRESS}${ADDRESS}"(?:Allowed|Blocked|Proxied)","\\d{1,5} \\([A-Z\\d]{1,16}\\)",`,
)
const PROXY = new RegExp(`${STAMP}${VALUE}${ADDRESS}${ADDRESS}${ADDRESS}${VALUE}"(?:ALLOWED|BLOCKED|[A-Za-z]{5,8})?","`)
const FIREWALL = new RegExp(`${STAMP}"\\[\\d{1,12}\\]",${VALUE}${VALUE}"(?:IN|OUT)BOUND",`)

const COLUMNS: Readonly<Record<string, string>> = {
  dns: 'timestamp policyIdentity identities internalIp externalIp action queryType responseCode domain categories policyIdentityType identityTypes blockedCategories ruleId destinationCountries organizationId',
  proxy:
    'timestamp policyIdentity internalIp externalIp destinationIp contentType verdict url referer userAgent statusCode requestSize responseSize responseBodySize sha256 categories avDetections puas ampDisposition ampMalwareName ampScore policyIdentityType blockedCategories identities identityTypes requestMethod dlpStatus certificateErrors fileName rulesetId ruleId destinationListIds',
  firewall:
    'timestamp originId policyIdentity policyIdentityType direction ipProtocol packetSize sourceIp sourcePort destinationIp destinationPort dataCenter ruleId verdict',
}

const logOf = (text: string): string =>
  DNS.test(text) ? 'dns' : FIREWALL.test(text) ? 'firewall' : PROXY.test(text) ? 'proxy' : ''

export const isUmbrellaRow = (head: string): boolean =>
  head.charCodeAt(0) === 0x22 && head.startsWith('","', 20) && logOf(head) !== ''

export const umbrellaRow = textDecoder('umbrella-row', (text): Decoded => {
  const log = logOf(text)
  if (log === '') return 'bad_columns'
  const names = (COLUMNS[log] as string).split(' ')
  const record = newFields()
  record.umbrella_log = log
  for (const [at, value] of csvValues(text, ',').entries()) {
    const name = names[at]
    if (name !== undefined && value !== '') record[name] = value
  }
  return record
})
