/** Sources with a table of their own, by the names that senders give their format. A new one is one line here. */

import { cef } from './families/cef/mapping.ts'
import { ecs } from './families/ecs/mapping.ts'
import { flowFirewalls } from './families/flow-firewalls/mapping.ts'
import { leef } from './families/leef/mapping.ts'
import { nameServices } from './families/name-services/mapping.ts'
import { packages } from './families/packages/mapping.ts'
import { SAAS_SOURCES } from './families/saas/sources.ts'
import { SYSLOG_DEVICES } from './families/syslog/devices.ts'
import { syslogSource } from './families/syslog/mapping.ts'
import { nginxErrors } from './families/web-access/errors.ts'
import { webAccess } from './families/web-access/mapping.ts'
import { secureWebGateways, webProxy } from './families/web-proxy/mapping.ts'
import { recogniser } from './mapping/recognise.ts'
import type { SourceMapping } from './mapping/source-mapping.ts'
import { AWS_SOURCES } from './vendors/aws/sources.ts'
import { AZURE_SOURCES } from './vendors/azure/sources.ts'
import { bitdefender } from './vendors/bitdefender/mapping.ts'
import { checkpoint } from './vendors/checkpoint/mapping.ts'
import { ciscoAsyncos } from './vendors/cisco/asyncos.ts'
import { ciscoIse } from './vendors/cisco/ise.ts'
import { cisco } from './vendors/cisco/mapping.ts'
import { secureEndpoint } from './vendors/cisco/secure-endpoint.ts'
import { umbrella } from './vendors/cisco/umbrella.ts'
import { connectwise } from './vendors/connectwise/mapping.ts'
import { cyberark } from './vendors/cyberark/mapping.ts'
import { eset } from './vendors/eset/mapping.ts'
import { exchangeTracking } from './vendors/exchange/mapping.ts'
import { exchangeSmtp } from './vendors/exchange/smtp.ts'
import { falco } from './vendors/falco/mapping.ts'
import { fortinet } from './vendors/fortinet/mapping.ts'
import { GCP_SOURCES } from './vendors/gcp/sources.ts'
import { gsuite } from './vendors/gsuite/mapping.ts'
import { huntress } from './vendors/huntress/mapping.ts'
import { juniper } from './vendors/juniper/mapping.ts'
import { keycloakEvents } from './vendors/keycloak/mapping.ts'
import { gatekeeper } from './vendors/kubernetes/gatekeeper.ts'
import { kubernetes } from './vendors/kubernetes/mapping.ts'
import { auditd } from './vendors/linux/auditd.ts'
import { linux } from './vendors/linux/mapping.ts'
import { osquery } from './vendors/linux/osquery.ts'
import { santa } from './vendors/linux/santa.ts'
import { sysmonLinux } from './vendors/linux/sysmon.ts'
import { malwarebytes } from './vendors/malwarebytes/mapping.ts'
import { MICROSOFT365_SOURCES } from './vendors/microsoft365/sources.ts'
import { mikrotikCef } from './vendors/mikrotik/cef.ts'
import { mimecast } from './vendors/mimecast/mapping.ts'
import { modsecurity } from './vendors/modsecurity/mapping.ts'
import { mssqlAudit } from './vendors/mssql/audit.ts'
import { mysqlAudit } from './vendors/mysql/audit.ts'
import { mysql } from './vendors/mysql/mapping.ts'
import { cortex } from './vendors/paloalto/cortex.ts'
import { paloalto } from './vendors/paloalto/mapping.ts'
import { pfsense } from './vendors/pfsense/mapping.ts'
import { qradar } from './vendors/qradar/mapping.ts'
import { silk } from './vendors/silk/mapping.ts'
import { sophosCentral } from './vendors/sophos/central.ts'
import { sophos } from './vendors/sophos/mapping.ts'
import { splunkNotable } from './vendors/splunk/notable.ts'
import { suricata } from './vendors/suricata/mapping.ts'
import { visionOne } from './vendors/trendmicro/mapping.ts'
import { vault } from './vendors/vault/mapping.ts'
import { vcenterEvents } from './vendors/vmware/events.ts'
import { wazuh } from './vendors/wazuh/mapping.ts'
import { windows } from './vendors/windows/mapping.ts'
import { windowsDhcpRows } from './vendors/windows-dhcp/mapping.ts'
import { windowsFirewall } from './vendors/windows-firewall/mapping.ts'
import { zeek } from './vendors/zeek/mapping.ts'

export const SOURCES: readonly (readonly [SourceMapping, readonly string[]])[] = [
  ...AWS_SOURCES,
  ...AZURE_SOURCES,
  ...MICROSOFT365_SOURCES,
  ...GCP_SOURCES,
  [kubernetes, ['kubernetes', 'k8s-audit', 'kubernetes-audit']],
  [gatekeeper, ['gatekeeper']],
  [gsuite, ['gsuite', 'google-workspace']],
  // Its events are those of the Windows log by their form.
  [sysmonLinux, ['sysmon-linux', 'linux-sysmon']],
  [windows, ['windows', 'windows-xml', 'windows_event', 'winlogbeat', 'nxlog', 'sysmon', 'evtx']],
  [zeek, ['zeek', 'zeek-tsv', 'bro', 'corelight']],
  [silk, ['silk', 'rwcut']],
  [qradar, ['qradar']],
  [auditd, ['auditd']],
  [suricata, ['suricata', 'eve', 'snort', 'fast-alert']],
  [falco, ['falco']],
  [santa, ['santa']],
  [osquery, ['osquery']],
  [secureEndpoint, ['cisco-secure-endpoint', 'cisco-amp']],
  [umbrella, ['cisco-umbrella', 'umbrella', 'umbrella-row']],
  [webAccess, ['apache', 'nginx', 'access-log', 'iis', 'bitbucket', 'jira', 'confluence', 'traefik', 'caddy', 'envoy']],
  [nginxErrors, ['nginx-error']],
  [modsecurity, ['modsecurity', 'modsecurity-audit']],
  [vault, ['vault', 'openbao']],
  [wazuh, ['wazuh']],
  [sophos, ['sophos', 'sophos-utm']],
  [sophosCentral, ['sophos-central']],
  [huntress, ['huntress']],
  [visionOne, ['trend-vision-one', 'vision-one']],
  [eset, ['eset', 'eset-protect']],
  [bitdefender, ['bitdefender', 'gravityzone']],
  [malwarebytes, ['malwarebytes', 'threatdown']],
  [mimecast, ['mimecast']],
  [mikrotikCef, ['mikrotik-cef']],
  [connectwise, ['connectwise']],
  [splunkNotable, ['splunk-notable']],
  [cortex, ['cortex-xdr']],
  [vcenterEvents, ['vcenter-events']],
  [mssqlAudit, ['mssql-audit']],
  [mysqlAudit, ['mysql-audit']],
  [exchangeTracking, ['exchange-tracking']],
  [exchangeSmtp, ['exchange-smtp']],
  [windowsDhcpRows, ['windows-dhcp-rows']],
  [mysql, ['mysql-error', 'mysql', 'mariadb']],
  [packages, ['dpkg', 'apt-history', 'apt-term']],
  [windowsFirewall, ['windows-firewall', 'pfirewall']],
  [fortinet, ['fortinet', 'fortigate']],
  [checkpoint, ['checkpoint']],
  [paloalto, ['paloalto', 'palo-alto', 'pan-os', 'panw']],
  [juniper, ['juniper', 'junos', 'srx']],
  [pfsense, ['pfsense', 'opnsense', 'filterlog']],
  [cisco, ['cisco', 'cisco-asa', 'cisco-ios', 'cisco-ftd', 'meraki']],
  [ciscoIse, ['cisco-ise', 'cisco-acs']],
  [ciscoAsyncos, ['cisco-asyncos', 'cisco-esa']],
  [nameServices, ['bind', 'named', 'dhcpd', 'infoblox']],
  [webProxy, ['squid', 'cisco-wsa', 'web-gateway']],
  [secureWebGateways, ['proxysg', 'zscaler-nss', 'forcepoint-web', 'sophos-web-appliance']],
  [flowFirewalls, ['sonicwall', 'netscreen', 'nsx', 'prisma-sdwan']],
  ...SYSLOG_DEVICES,
  // Its pairs stand in lines of text, too, which are those of the table before.
  [keycloakEvents, ['keycloak-events']],
  [linux, ['linux', 'linux-syslog']],
  ...SAAS_SOURCES,
  // Forms that any vendor writes: whoever knows the vendor comes first. Senders of `syslog` are looked at one by one.
  [cyberark, ['cyberark']],
  [cef, ['cef']],
  [leef, ['leef']],
  [ecs, ['ecs', 'elastic']],
  [syslogSource, []],
]

const byFormat = new Map(SOURCES.flatMap(([source, names]) => names.map((name) => [name, source] as const)))

export function sourceOf(format: string): SourceMapping | null {
  return byFormat.get(format.toLowerCase()) ?? null
}

/** `windows` of `windows/1`: a source keeps its name when its table gets another version. */
export const nameOf = (id: string) => id.slice(0, id.lastIndexOf('/'))
const byName = new Map(SOURCES.map(([source]) => [nameOf(source.id), source]))

/** By the id that is stored with an event, whatever the version; null when this build has no source of that name. */
export function sourceWithId(id: string): SourceMapping | null {
  return byName.get(nameOf(id)) ?? null
}

/** They know a record by its form and take what any vendor writes: as a guess they would take it from who knows the vendor. */
const FORMS: ReadonlySet<SourceMapping> = new Set([cef, leef, syslogSource, ecs])

/** False of a source that takes what any vendor writes in its form. */
export const isVendors = (source: SourceMapping): boolean => !FORMS.has(source)

/** Made for the first record that has to be recognised: who names the source of its events needs none. */
let firstToRecognise: ReturnType<typeof recogniser<SourceMapping>> | null = null

/** For records whose sender names no source; null when none is sure. `guess` is asked first: neighbours are alike. */
export function detectSource(
  record: Readonly<Record<string, unknown>>,
  guess: SourceMapping | null = null,
): SourceMapping | null {
  if (guess !== null && !FORMS.has(guess) && guess.recognises(record)) return guess
  firstToRecognise ??= recogniser(SOURCES.map(([source]) => source))
  return firstToRecognise(record)
}

/** Throws a TypeError when a table of any source is wrong, see `check` of `SourceMapping`. */
export function checkSources(): void {
  for (const [source] of SOURCES) source.check()
}
