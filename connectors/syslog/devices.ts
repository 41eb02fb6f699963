/** Devices that come by syslog, by the names that senders give their format. */
import { macos } from '../apple/mapping.ts'
import { clearpass } from '../aruba/mapping.ts'
import { aviatrix } from '../aviatrix/mapping.ts'
import { barracuda } from '../barracuda/mapping.ts'
import { beyondtrust } from '../beyondtrust/mapping.ts'
import { ciscoUcm } from '../cisco/ucm.ts'
import { netscaler } from '../citrix/mapping.ts'
import { dell } from '../dell/mapping.ts'
import { f5 } from '../f5/mapping.ts'
import type { SourceMapping } from '../mapping.ts'
import { epo } from '../mcafee/epo.ts'
import { networkSecurityPlatform } from '../mcafee/nsp.ts'
import { ossec } from '../ossec/mapping.ts'
import { postgresql } from '../postgresql/mapping.ts'
import { securid } from '../rsa/mapping.ts'
import { symantec } from '../symantec/mapping.ts'
import { tenable } from '../tenable/mapping.ts'
import { vmware } from '../vmware/mapping.ts'

export const SYSLOG_DEVICES: readonly (readonly [SourceMapping, readonly string[]])[] = [
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
]
