/** Devices that send syslog, by the names that senders give their format. */

import type { SourceMapping } from '../../mapping/source-mapping.ts'
import { amavis } from '../../vendors/amavis/mapping.ts'
import { apacheErrors } from '../../vendors/apache/mapping.ts'
import { macos } from '../../vendors/apple/mapping.ts'
import { clearpass } from '../../vendors/aruba/mapping.ts'
import { aviatrix } from '../../vendors/aviatrix/mapping.ts'
import { emailGateway } from '../../vendors/barracuda/email-gateway.ts'
import { barracuda } from '../../vendors/barracuda/mapping.ts'
import { beyondtrust } from '../../vendors/beyondtrust/mapping.ts'
import { appControl } from '../../vendors/carbonblack/app-control.ts'
import { ciscoUcm } from '../../vendors/cisco/ucm.ts'
import { netscaler } from '../../vendors/citrix/mapping.ts'
import { coredns } from '../../vendors/coredns/mapping.ts'
import { cylance } from '../../vendors/cylance/mapping.ts'
import { darktrace } from '../../vendors/darktrace/mapping.ts'
import { db2 } from '../../vendors/db2/mapping.ts'
import { dell } from '../../vendors/dell/mapping.ts'
import { dnsmasq } from '../../vendors/dnsmasq/mapping.ts'
import { dovecot } from '../../vendors/dovecot/mapping.ts'
import { exim } from '../../vendors/exim/mapping.ts'
import { f5 } from '../../vendors/f5/mapping.ts'
import { fail2ban } from '../../vendors/fail2ban/mapping.ts'
import { falcoText } from '../../vendors/falco/text.ts'
import { fortiEdr } from '../../vendors/fortinet/edr.ts'
import { freeradius } from '../../vendors/freeradius/mapping.ts'
import { haproxy } from '../../vendors/haproxy/mapping.ts'
import { kaspersky } from '../../vendors/kaspersky/mapping.ts'
import { kea } from '../../vendors/kea/mapping.ts'
import { keycloak } from '../../vendors/keycloak/mapping.ts'
import { epo } from '../../vendors/mcafee/epo.ts'
import { networkSecurityPlatform } from '../../vendors/mcafee/nsp.ts'
import { mikrotik } from '../../vendors/mikrotik/mapping.ts'
import { mssql } from '../../vendors/mssql/mapping.ts'
import { mariadbAudit } from '../../vendors/mysql/audit.ts'
import { mysqlAuditXml } from '../../vendors/mysql/audit-xml.ts'
import { accessManager } from '../../vendors/netiq/mapping.ts'
import { endpointProtector } from '../../vendors/netwrix/mapping.ts'
import { nps } from '../../vendors/nps/mapping.ts'
import { openvpn } from '../../vendors/openvpn/mapping.ts'
import { oracle } from '../../vendors/oracle/mapping.ts'
import { ossec } from '../../vendors/ossec/mapping.ts'
import { pingfederate } from '../../vendors/pingfederate/mapping.ts'
import { postfix } from '../../vendors/postfix/mapping.ts'
import { postgresql } from '../../vendors/postgresql/mapping.ts'
import { powerdns } from '../../vendors/powerdns/mapping.ts'
import { proxmox } from '../../vendors/proxmox/mapping.ts'
import { connectSecure } from '../../vendors/pulsesecure/mapping.ts'
import { radware } from '../../vendors/radware/mapping.ts'
import { securid } from '../../vendors/rsa/mapping.ts'
import { sapAudit } from '../../vendors/sap/audit.ts'
import { hana } from '../../vendors/sap/hana.ts'
import { secureauth } from '../../vendors/secureauth/mapping.ts'
import { semperis } from '../../vendors/semperis/mapping.ts'
import { sendmail } from '../../vendors/sendmail/mapping.ts'
import { solarisAudit } from '../../vendors/solaris/mapping.ts'
import { stealthbits } from '../../vendors/stealthbits/mapping.ts'
import { symantec } from '../../vendors/symantec/mapping.ts'
import { messagingGateway } from '../../vendors/symantec/messaging-gateway.ts'
import { synology } from '../../vendors/synology/mapping.ts'
import { tenable } from '../../vendors/tenable/mapping.ts'
import { transparentEncryption } from '../../vendors/thales/mapping.ts'
import { unbound } from '../../vendors/unbound/mapping.ts'
import { vectra } from '../../vendors/vectra/mapping.ts'
import { veeam } from '../../vendors/veeam/mapping.ts'
import { horizon } from '../../vendors/vmware/horizon.ts'
import { vmware } from '../../vendors/vmware/mapping.ts'
import { workspaceOne } from '../../vendors/vmware/uem.ts'
import { watchguard } from '../../vendors/watchguard/mapping.ts'
import { windowsDhcp } from '../../vendors/windows-dhcp/mapping.ts'
import { windowsDns } from '../../vendors/windows-dns/mapping.ts'
import { appliances } from '../appliances/mapping.ts'

export const SYSLOG_DEVICES: readonly (readonly [SourceMapping, readonly string[]])[] = [
  [fortiEdr, ['fortiedr']],
  [haproxy, ['haproxy']],
  [dnsmasq, ['dnsmasq']],
  [f5, ['f5-bigip', 'bigip']],
  [clearpass, ['aruba-clearpass', 'clearpass']],
  [netscaler, ['citrix-netscaler', 'netscaler', 'citrix-adc']],
  [ciscoUcm, ['cisco-ucm']],
  [securid, ['rsa-securid', 'securid']],
  [vmware, ['vmware-esxi', 'esxi', 'vcenter']],
  [epo, ['mcafee-epo', 'trellix-epo']],
  [networkSecurityPlatform, ['mcafee-nsp', 'trellix-nsp']],
  [dell, ['idrac', 'powerstore', 'powerswitch']],
  [ossec, ['ossec', 'ossec-alerts']],
  [tenable, ['tenable-nnm', 'tenable-ad', 'alsid']],
  [aviatrix, ['aviatrix']],
  [macos, ['macos-firewall', 'appfirewall']],
  [postgresql, ['postgresql', 'postgres-row']],
  [barracuda, ['barracuda-waf']],
  [emailGateway, ['barracuda-esg']],
  [beyondtrust, ['beyondtrust']],
  [symantec, ['symantec-dlp', 'sepm']],
  [messagingGateway, ['symantec-messaging-gateway', 'brightmail']],
  [amavis, ['amavis']],
  [postfix, ['postfix']],
  [watchguard, ['watchguard']],
  [freeradius, ['freeradius']],
  [synology, ['synology']],
  [dovecot, ['dovecot']],
  [exim, ['exim']],
  [oracle, ['oracle', 'oracle-audit']],
  [unbound, ['unbound']],
  [powerdns, ['powerdns']],
  [nps, ['nps', 'microsoft-nps']],
  [mariadbAudit, ['mariadb-audit']],
  [windowsDhcp, ['windows-dhcp']],
  [fail2ban, ['fail2ban']],
  [falcoText, ['falco-text']],
  [openvpn, ['openvpn']],
  [proxmox, ['proxmox']],
  [veeam, ['veeam']],
  [windowsDns, ['windows-dns', 'windows-dns-debug']],
  [apacheErrors, ['apache-error']],
  [mikrotik, ['mikrotik', 'routeros']],
  [keycloak, ['keycloak']],
  [kea, ['kea']],
  [coredns, ['coredns']],
  [pingfederate, ['pingfederate']],
  [mssql, ['mssql', 'sql-server']],
  [sendmail, ['sendmail', 'proofpoint-pps']],
  [horizon, ['vmware-horizon']],
  [workspaceOne, ['airwatch', 'workspace-one']],
  [kaspersky, ['kaspersky']],
  [cylance, ['cylance', 'cylanceprotect']],
  [appControl, ['carbonblack-app-control', 'cb-protection']],
  [semperis, ['semperis']],
  [stealthbits, ['stealthbits', 'netwrix-threat-prevention']],
  [endpointProtector, ['netwrix-endpoint-protector']],
  [secureauth, ['secureauth']],
  [accessManager, ['netiq', 'netiq-access-manager']],
  [connectSecure, ['pulse-secure', 'ivanti-connect-secure']],
  [radware, ['radware', 'defensepro']],
  [darktrace, ['darktrace']],
  [vectra, ['vectra']],
  [transparentEncryption, ['vormetric', 'thales-cte']],
  [hana, ['sap-hana']],
  [sapAudit, ['sap-audit']],
  [db2, ['db2-audit']],
  [solarisAudit, ['solaris-audit']],
  [mysqlAuditXml, ['mysql-audit-xml']],
  // Many makers, recognised by weaker marks than the devices above: so they are tried last.
  [appliances, []],
]
