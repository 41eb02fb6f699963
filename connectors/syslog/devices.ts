/** Devices that come by syslog, by the names that senders give their format. */
import { macos } from '../apple/mapping.ts'
import { appliances } from '../appliances/mapping.ts'
import { clearpass } from '../aruba/mapping.ts'
import { aviatrix } from '../aviatrix/mapping.ts'
import { barracuda } from '../barracuda/mapping.ts'
import { beyondtrust } from '../beyondtrust/mapping.ts'
import { appControl } from '../carbonblack/app-control.ts'
import { ciscoUcm } from '../cisco/ucm.ts'
import { netscaler } from '../citrix/mapping.ts'
import { cylance } from '../cylance/mapping.ts'
import { darktrace } from '../darktrace/mapping.ts'
import { dell } from '../dell/mapping.ts'
import { dnsmasq } from '../dnsmasq/mapping.ts'
import { f5 } from '../f5/mapping.ts'
import { haproxy } from '../haproxy/mapping.ts'
import { kaspersky } from '../kaspersky/mapping.ts'
import type { SourceMapping } from '../mapping.ts'
import { epo } from '../mcafee/epo.ts'
import { networkSecurityPlatform } from '../mcafee/nsp.ts'
import { accessManager } from '../netiq/mapping.ts'
import { endpointProtector } from '../netwrix/mapping.ts'
import { ossec } from '../ossec/mapping.ts'
import { postgresql } from '../postgresql/mapping.ts'
import { connectSecure } from '../pulsesecure/mapping.ts'
import { radware } from '../radware/mapping.ts'
import { securid } from '../rsa/mapping.ts'
import { secureauth } from '../secureauth/mapping.ts'
import { semperis } from '../semperis/mapping.ts'
import { sendmail } from '../sendmail/mapping.ts'
import { stealthbits } from '../stealthbits/mapping.ts'
import { symantec } from '../symantec/mapping.ts'
import { messagingGateway } from '../symantec/messaging-gateway.ts'
import { tenable } from '../tenable/mapping.ts'
import { transparentEncryption } from '../thales/mapping.ts'
import { vectra } from '../vectra/mapping.ts'
import { horizon } from '../vmware/horizon.ts'
import { vmware } from '../vmware/mapping.ts'
import { workspaceOne } from '../vmware/uem.ts'

export const SYSLOG_DEVICES: readonly (readonly [SourceMapping, readonly string[]])[] = [
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
  [ossec, ['ossec']],
  [tenable, ['tenable-nnm', 'tenable-ad', 'alsid']],
  [aviatrix, ['aviatrix']],
  [macos, ['macos-firewall', 'appfirewall']],
  [postgresql, ['postgresql']],
  [barracuda, ['barracuda-waf']],
  [beyondtrust, ['beyondtrust']],
  [symantec, ['symantec-dlp', 'sepm']],
  [messagingGateway, ['symantec-messaging-gateway', 'brightmail']],
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
  // Of many makers, and known by less than those above: asked last.
  [appliances, []],
]
